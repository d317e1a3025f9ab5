import { implement } from '@orpc/server';
import type { FastifyPluginAsync } from 'fastify';
import { z } from 'zod';
import { drive } from '#contract/drive.ts';
import { DriveId, ResourceKey } from '#domain/drive.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import { readSession } from '#server/platform/http/cookie.ts';
import {
  call,
  callAs,
  withAbility,
  assertAbility,
  type ApiContext,
} from '#server/platform/http/guards.ts';
import { publicOrigin } from '#server/platform/http/origin.ts';
import {
  startConnecting,
  CALLBACK_PATH,
  disconnect,
  finishConnecting,
  SETTINGS_PATH,
  statusOf,
} from './connect.ts';
import { inspectLink, recentFiles } from './inspect-link.ts';
import { makePublic, readPublicity, makePrivate } from './publicity.ts';
import { createThumbnails } from './thumbnails.ts';

const os = implement(drive).$context<ApiContext>();
const user = withAbility('drive.use');

const refOf = (input: { driveFileId: string; resourceKey?: string | undefined }) => ({
  id: input.driveFileId,
  resourceKey: input.resourceKey,
});

export const driveRoutes = {
  status: os.status
    .use(user)
    .handler(({ context: { ctx, request } }) => statusOf(ctx, publicOrigin(ctx.config, request))),
  connect: os.connect.use(user).handler(({ context, input }) => {
    const { ctx, session, viewer, request } = context;
    const origin = publicOrigin(ctx.config, request);
    return startConnecting(ctx, { sessionId: session.sessionId, viewer, origin }, input.next);
  }),
  disconnect: os.disconnect.use(user).handler(call(disconnect)),
  inspect: os.inspect.use(user).handler(call(inspectLink)),
  recent: os.recent.use(user).handler(callAs('files', recentFiles)),
  getSharing: os.getSharing
    .use(user)
    .handler(({ context, input }) => readPublicity(context.ctx, refOf(input))),
  makePublic: os.makePublic
    .use(user)
    .handler(({ context, input }) => makePublic(context.ctx, context.viewer, refOf(input))),
  makePrivate: os.makePrivate
    .use(user)
    .handler(({ context, input }) => makePrivate(context.ctx, context.viewer, refOf(input))),
};

/** For people whose session ended while they were on Google's page. */
const SIGN_IN_AGAIN = `/auth?next=${encodeURIComponent(`${SETTINGS_PATH}?drive=failed`)}`;

const Answer = z.object({
  state: z.string().min(1).max(200),
  code: z.string().max(2000).optional(),
  error: z.string().max(200).optional(),
});
const Thumbnail = z.object({ id: DriveId, resourceKey: ResourceKey.optional() });

export const drivePlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const thumbnails = createThumbnails(ctx);
    app.get(CALLBACK_PATH, async (request, reply) => {
      const found = await readSession(ctx, request);
      if (!found) return reply.redirect(SIGN_IN_AGAIN, 303);
      const { sessionId, viewer } = assertAbility(found, 'drive.use');
      const answer = Answer.safeParse(request.query);
      if (!answer.success) throw new AppError('INVALID_INPUT');
      const { state, code = null, error = null } = answer.data;
      const page = await finishConnecting(ctx, { sessionId, viewer }, { state, code, error });
      // Keep this URL, which contains a code, out of caches and referrers.
      return reply
        .headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
        .redirect(page, 303);
    });
    app.get('/api/operator/drive/thumbnails/:id', async (request, reply) => {
      assertAbility(await readSession(ctx, request), 'drive.use');
      const { id } = request.params as { id: string };
      const query = Thumbnail.safeParse({ ...(request.query as object), id });
      if (!query.success) throw new AppError('DRIVE_FILE_NOT_FOUND');
      const picture = await thumbnails(query.data);
      if (!picture) throw new AppError('DRIVE_FILE_NOT_FOUND');
      return reply
        .headers({ 'content-type': picture.contentType, 'cache-control': 'private, max-age=1800' })
        .send(picture.bytes);
    });
  };
