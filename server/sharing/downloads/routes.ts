import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { downloads } from '#contract/downloads.ts';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { contentDisposition } from '#server/platform/http/content-disposition.ts';
import { call, callAs, signedIn, type ApiContext } from '#server/platform/http/guards.ts';
import { openInSlot } from '#server/platform/http/concurrency.ts';
import { signedRoutes } from '#server/platform/http/recipient-routes.ts';
import { requesterOf, watchAccess, type Requester } from '#server/platform/http/requester.ts';
import { networkOf } from '#server/platform/limit/network.ts';
import { sendBytes } from '#server/platform/http/send-bytes.ts';
import { zipBytes } from '#domain/zip.ts';
import type { ByteRange, Chunks } from '#server/platform/storage/storage.ts';
import type { Archive } from './archive.ts';
import {
  requestByToken,
  assertStillOpen,
  recordTime,
  openDownload,
  type DownloadRequest,
} from './open.ts';
import {
  downloadsOf,
  createTokenUrl,
  measureDownload,
  prepareDownload,
  removeDownload,
} from './prepared.ts';
import { assertStillAllowed, downloadFor, openArchive } from './service.ts';

const os = implement(downloads).$context<ApiContext>();

export const downloadRoutes = {
  plan: os.plan.use(signedIn).handler(call(downloadFor)),
  measure: os.measure.use(signedIn).handler(call(measureDownload)),
  prepare: os.prepare.use(signedIn).handler(call(prepareDownload)),
  list: os.list.use(signedIn).handler(callAs('downloads', downloadsOf)),
  remove: os.remove.use(signedIn).handler(call(removeDownload)),
  makeAddress: os.makeAddress
    .use(signedIn)
    .handler(({ context: { ctx, viewer, session }, input }) =>
      createTokenUrl(ctx, { viewer, sessionId: session.sessionId }, input.id),
    ),
};

export const downloadPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const options = { method: ['GET', 'HEAD'], exposeHeadRoute: false };
    signedRoutes(ctx, app, {
      prefix: 'downloads',
      name: ':name',
      places: 'archives',
      notFound: 'SUBMISSION_NOT_FOUND',
      open: async (requester, submissionId) => ({
        submissionId,
        archive: await openArchive(ctx, requester, submissionId),
      }),
      send: ({ request, reply, requester }, { submissionId, archive }) =>
        send(ctx, request, reply, {
          archive,
          requester,
          check: () =>
            assertStillAllowed(ctx, requester, { submissionId, fileIds: archive.fileIds }),
        }),
    });
    app.route<{ Params: { profileId: string; downloadId: string } }>({
      ...options,
      url: '/downloads/d/:profileId/:downloadId/:name',
      async handler(request, reply) {
        const { profileId, downloadId: id } = request.params;
        const requester = await requesterOf(ctx, request, { kind: 'person', profileId });
        const isMeant = requester?.kind === 'person' && Id.safeParse(id).success;
        if (!isMeant) throw new AppError('DOWNLOAD_NOT_FOUND');
        return sendPrepared(ctx, request, reply, { requester, id, tokenHash: null });
      },
    });
    app.route<{ Params: { token: string } }>({
      ...options,
      url: '/downloads/t/:token/:name',
      async handler(request, reply) {
        const prepared = await ctx.atOnce.turns(networkOf(request.ip), () =>
          requestByToken(ctx, request.params.token),
        );
        return sendPrepared(ctx, request, reply, prepared);
      },
    });
  };

async function sendPrepared(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: DownloadRequest,
) {
  const { requester } = asked;
  const archive = await openInSlot(ctx, 'archives', { request, reply, requester }, () =>
    openDownload(ctx, asked),
  );
  const record = async (column: 'startedAt' | 'finishedAt') =>
    recordTime(ctx, asked, column).catch((error: unknown) =>
      request.log.warn({ err: error }, 'failed to record a download'),
    );
  return send(ctx, request, reply, {
    archive,
    requester,
    check: () => assertStillOpen(ctx, asked),
    async *around(chunks, { end }) {
      await record('startedAt');
      yield* chunks;
      if (end === archive.plan.size - 1) await record('finishedAt');
    },
  });
}

type Sending = {
  archive: Archive;
  requester: Requester;
  /** Rejects if the requester has lost access. */
  check: () => Promise<unknown>;
  around?: (chunks: Chunks, range: ByteRange) => Chunks;
};

function send(
  ctx: Context,
  request: FastifyRequest,
  reply: FastifyReply,
  { archive: { plan, etag, fileName }, requester, check, around = (chunks) => chunks }: Sending,
) {
  const openSource = async function* (key: string, start: number, end: number) {
    yield* await ctx.storage.open(key, { start, end });
  };
  return sendBytes(request, reply, {
    size: plan.size,
    etag,
    bytes: (range) => around(zipBytes(plan, range.start, range.end, openSource), range),
    watch: watchAccess(ctx, requester, check),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', fileName),
      'cache-control': 'private, no-cache',
    },
  });
}
