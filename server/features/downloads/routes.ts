import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { downloads } from '#contract/downloads.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import type { Recipient } from '#server/platform/auth/person.ts';
import { requesterOf, whileAllowed } from '#server/platform/http/requester.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { zipBytes } from '#server/platform/media/zip.ts';
import { assertStillAllowed, downloadFor, openArchive } from './service.ts';

const os = implement(downloads).$context<ApiContext>();

export const downloadRoutes = {
  plan: os.plan
    .use(signedIn)
    .handler(({ context, input }) => downloadFor(context.ctx, context.viewer, input.submissionId)),
};

type ArchiveParams = { submissionId: string; seal: string };

/** The archives themselves, behind signed addresses that are bound to a person or a share link. */
export const downloadPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const options = { method: ['GET', 'HEAD'], exposeHeadRoute: false };
    app.setErrorHandler((error, _request, reply) => {
      reply.header('cache-control', 'no-store');
      throw error;
    });
    app.route<{ Params: ArchiveParams & { profileId: string } }>({
      ...options,
      url: '/downloads/p/:profileId/:submissionId/:seal/:name',
      handler: (request, reply) =>
        sendArchive(ctx, request, reply, { kind: 'person', profileId: request.params.profileId }),
    });
    app.route<{ Params: ArchiveParams & { shareLinkId: string } }>({
      ...options,
      url: '/downloads/s/:shareLinkId/:submissionId/:seal/:name',
      handler: (request, reply) =>
        sendArchive(ctx, request, reply, {
          kind: 'share',
          shareLinkId: request.params.shareLinkId,
        }),
    });
  };

async function sendArchive(
  ctx: Context,
  request: FastifyRequest<{ Params: ArchiveParams }>,
  reply: FastifyReply,
  recipient: Recipient,
) {
  const { submissionId, seal } = request.params;
  const requester = await requesterOf(ctx, request, recipient);
  if (!requester) throw new AppError('SUBMISSION_NOT_FOUND');
  const { plan, etag, fileName } = await openArchive(ctx, requester, submissionId, seal);
  const openSource = async function* (key: string, start: number, end: number) {
    yield* await ctx.storage.open(key, { start, end });
  };
  return sendBytes(request, reply, {
    size: plan.size,
    etag,
    bytes: ({ start, end }) => zipBytes(plan, start, end, openSource),
    watch: whileAllowed(ctx, requester, () => assertStillAllowed(ctx, requester, submissionId)),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', fileName),
      'cache-control': 'private, no-cache',
    },
  });
}
