import { implement } from '@orpc/server';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { uploads } from '#contract/uploads.ts';
import type { Context } from '#server/platform/context.ts';
import { assertScope, readCaller } from '#server/platform/http/caller.ts';
import {
  call,
  callAs,
  able,
  assertAble,
  assertStillAble,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { discardUpload, knownFiles, standaloneUploads, uploadsOf } from './service.ts';
import { createTus, UPLOADS_PATH } from './tus.ts';
import { Writers } from './writers.ts';

const os = implement(uploads).$context<ApiContext>();
const manage = able('submissions.manage');

export const uploadRoutes = {
  list: os.list.use(manage).handler(callAs('uploads', uploadsOf)),
  listStandalone: os.listStandalone.use(manage).handler(callAs('uploads', standaloneUploads)),

  check: os.check.use(manage).handler(callAs('known', knownFiles)),
  discard: os.discard.use(manage).handler(call(discardUpload)),
};

/** The bytes: tus at /api/uploads, for staff who may manage submissions. */
export const uploadPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const writers = new Writers(ctx);
    const stopListening = await writers.listen();
    app.addHook('onClose', stopListening);
    const tus = createTus(ctx, writers);
    // The body is read by the protocol's handler, as it comes.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, _payload, done) => done(null));

    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const caller = await readCaller(ctx, request);
      assertScope(caller, 'uploads:write');
      const session = assertAble(caller, 'submissions.manage');
      reply.hijack();
      reply.raw.setHeaders(new Map(Object.entries(reply.getHeaders() as Record<string, string>)));
      const underWay = {
        profileId: session.user.id,
        check: () => assertStillAble(ctx, session.sessionId, 'submissions.manage'),
      };
      // Bytes that were acknowledged stay: the upload goes on from there in another session.
      const unwatch = ctx.revocations.watch(underWay, () => request.raw.socket.destroy());
      try {
        await tus(session.viewer, request.raw, reply.raw);
      } finally {
        unwatch();
      }
    };
    app.route({ method: ['POST', 'OPTIONS'], url: UPLOADS_PATH, handler });
    app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${UPLOADS_PATH}/:id`, handler });
  };
