import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { timelapses } from '#contract/timelapses.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { requesterOf, whileAllowed } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { timelapseKey } from '#server/platform/storage/storage.ts';
import { cancelTimelapse, openTimelapse, timelapseFor } from './service.ts';

const os = implement(timelapses).$context<ApiContext>();

export const timelapseRoutes = {
  prepare: os.prepare
    .use(signedIn)
    .handler(({ context, input }) => timelapseFor(context.ctx, context.viewer, input)),

  cancel: os.cancel
    .use(signedIn)
    .handler(({ context, input }) => cancelTimelapse(context.ctx, context.viewer, input)),
};

type Params = { profileId: string; id: string; seal: string };

/** The films themselves, behind signed addresses that are bound to a person. */
export const timelapsePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.setErrorHandler((error, _request, reply) => {
      reply.header('cache-control', 'no-store');
      throw error;
    });
    app.route<{ Params: Params }>({
      method: ['GET', 'HEAD'],
      exposeHeadRoute: false,
      url: '/timelapses/p/:profileId/:id/:seal/timelapse.mp4',
      handler: async (request, reply) => {
        const { profileId, id, seal } = request.params;
        const requester = await requesterOf(ctx, request, { kind: 'person', profileId });
        if (requester?.kind !== 'person' || !Id.safeParse(id).success)
          throw new AppError('TIMELAPSE_NOT_FOUND');
        const film = await openTimelapse(ctx, requester, { id, seal });
        return sendBytes(request, reply, {
          size: film.fileSize,
          etag: `"${id}"`,
          bytes: ({ start, end }) => ctx.storage.open(timelapseKey(id), { start, end }),
          watch: whileAllowed(ctx, requester, film.check),
          headers: {
            'content-type': 'video/mp4',
            'content-disposition': contentDisposition('inline', film.fileName),
            'cache-control': 'private, no-cache',
            'x-robots-tag': 'noindex, nofollow',
          },
        });
      },
    });
  };
