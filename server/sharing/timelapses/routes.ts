import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { timelapses } from '#contract/timelapses.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { call, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { openInPlace } from '#server/platform/http/places.ts';
import { recipientRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf, whileAllowed } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { timelapseKey } from '#server/platform/storage/storage.ts';
import { cancelTimelapse, openTimelapse, filmInTheMaking, timelapseFor } from './service.ts';

const os = implement(timelapses).$context<ApiContext>();

export const timelapseRoutes = {
  prepare: os.prepare.use(signedIn).handler(call(timelapseFor)),
  making: os.making.use(signedIn).handler(call(filmInTheMaking)),

  cancel: os.cancel.use(signedIn).handler(call(cancelTimelapse)),
};

type Params = { id: string; seal: string };

/** The films themselves, behind signed addresses that are bound to a person or a share link. */
export const timelapsePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    recipientRoutes<Params>(
      app,
      { prefix: '/timelapses', rest: '/:id/:seal/timelapse.mp4' },
      (request, reply, recipient) => send(ctx, request, reply, recipient),
    );
  };

async function send(
  ctx: Context,
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { id, seal } = request.params;
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester || !Id.safeParse(id).success) throw new AppError('TIMELAPSE_NOT_FOUND');
  const film = await openInPlace(ctx, 'files', { request, reply, requester }, () =>
    openTimelapse(ctx, requester, { id, seal }),
  );
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
}
