import { createHash, timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import type { Context } from '#server/platform/context.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { countMails } from './queries.ts';

/** Serves Prometheus metrics if METRICS_TOKEN is set. */
export const metricsPlugin =
  (ctx: Context): FastifyPluginAsync =>
  async (app) => {
    const { metricsToken } = ctx.config.observation;
    if (metricsToken === null) return;
    addGauges(ctx);
    app.get('/metrics', async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!isBearer(request.headers.authorization, metricsToken)) {
        return reply.status(401).header('www-authenticate', 'Bearer').type('text/plain').send('');
      }
      return reply.type(ctx.metrics.contentType).send(await ctx.metrics.read());
    });
  };

/** For processes without web pages. Returns null if METRICS_PORT isn't set. */
export async function serveMetrics(ctx: Context): Promise<FastifyInstance | null> {
  const { host, observation } = ctx.config;
  if (observation.metricsPort === null) return null;
  const app = Fastify();
  await app.register(metricsPlugin(ctx));
  await app.listen({ host, port: observation.metricsPort });
  return app;
}

/** Bearer token (RFC 6750, section 2.1). Compares hashes, so that timing reveals nothing about the token. */
function isBearer(header: string | undefined, token: string): boolean {
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`));
}

function addGauges({ db, queue, storage, metrics }: Context): void {
  metrics.addGauge({
    name: 'overfly_build_info',
    help: 'The running version.',
    labels: ['version'],
    read: () => [{ labels: { version: packageJson.version }, value: 1 }],
  });
  metrics.addGauge({
    name: 'overfly_database_connections',
    help: "This process's database connections, and requests waiting for one.",
    labels: ['state'],
    read: () => [
      { labels: { state: 'open' }, value: db.pool.totalCount },
      { labels: { state: 'idle' }, value: db.pool.idleCount },
      { labels: { state: 'waited-for' }, value: db.pool.waitingCount },
    ],
  });
  metrics.addGauge({
    name: 'overfly_jobs',
    help: 'Background jobs. Failed jobs are kept for a day.',
    labels: ['job', 'state'],
    read: async () =>
      (await queue.counts()).flatMap(({ name: job, waiting, running, givenUp }) => [
        { labels: { job, state: 'waiting' }, value: waiting },
        { labels: { job, state: 'running' }, value: running },
        { labels: { job, state: 'given-up' }, value: givenUp },
      ]),
  });
  metrics.addGauge({
    name: 'overfly_mails',
    help: 'Emails that have not been sent.',
    labels: ['state'],
    read: async () =>
      (await db.ask({ kind: 'system' }, countMails)).map(({ state, count }) => ({
        labels: { state },
        value: count,
      })),
  });
  metrics.addGauge({
    name: 'overfly_storage_bytes',
    help: 'Disk space for stored files. Absent if files are stored in a bucket.',
    labels: ['state'],
    read: async () => {
      const space = await storage.space();
      if (space === null) return [];
      return [
        { labels: { state: 'free' }, value: space.free },
        { labels: { state: 'total' }, value: space.total },
      ];
    },
  });
}
