import { timingSafeEqual } from 'node:crypto';
import type { FastifyPluginAsync } from 'fastify';
import { AppError } from '#domain/errors.ts';
import { Id } from '#domain/fields.ts';
import type { Context } from '#server/platform/context.ts';
import { keyedHash } from '#server/platform/crypto.ts';
import { buildMap } from './jobs.ts';
import { findBuildOfTask } from './queries.ts';

const sealOf = ({ config }: Context, taskId: string) =>
  keyedHash(config.secretKey, 'engine-webhook', [taskId]);

export const webhookPath = (ctx: Context, taskId: string) =>
  `/engine-webhooks/${taskId}/${sealOf(ctx, taskId)}`;

type Params = { taskId: string; seal: string };

/** Only a hint to look at the task now: what the request says is never read. */
export const engineWebhookPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    app.post<{ Params: Params }>('/engine-webhooks/:taskId/:seal', async (request, reply) => {
      const { taskId, seal } = request.params;
      const [given, expected] = [Buffer.from(seal), Buffer.from(sealOf(ctx, taskId))];
      const isValid = given.length === expected.length && timingSafeEqual(given, expected);
      if (!isValid || !Id.safeParse(taskId).success) throw new AppError('NOT_FOUND');
      await ctx.db.as({ kind: 'system' }, async (tx) => {
        const build = await findBuildOfTask(tx, taskId);
        if (build) await ctx.queue.enqueue(tx, buildMap, { buildId: build.id });
      });
      return reply.code(204).send();
    });
  };
