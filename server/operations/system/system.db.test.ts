import type { AddressInfo } from 'node:net';
import { beforeAll, expect, test } from 'vitest';
import { makeFailedJob, makePerson } from '#test/factories.ts';
import { createMetrics } from '#server/platform/metrics.ts';
import { runSite, type Client } from '#test/site.ts';
import { serveMetrics } from './metrics-page.ts';

const site = runSite({
  config: { observation: { metricsToken: 'a token of the tests', metricsPort: 0, slowQueryMs: 0 } },
});
let system: Client['system'];
beforeAll(async () => {
  system = site.as(await makePerson(site.ctx, 'operator')).system;
});

const metrics = (authorization?: string) =>
  site.inject({ url: '/metrics', headers: authorization ? { authorization } : {} });

test('a failed job is listed with its reason and runs again on request', async () => {
  const id = await makeFailedJob(site.ctx);
  const error = 'The disk is gone.';
  expect((await system.read()).givenUp).toMatchObject([{ id, error, tries: 9, file: null }]);
  expect((await site.ctx.queue.state()).warning).toBe('1 background job failed in the last day.');
  await system.retryJob({ id });
  const { jobs, givenUp } = await system.read();
  expect(givenUp).toEqual([]);
  expect(jobs).toContainEqual(
    expect.objectContaining({ name: 'process-file', waiting: 1, running: 0, givenUp: 0 }),
  );
  expect(await site.auditEntries(id)).toMatchObject([
    { action: 'job.retried', detail: { job: 'process-file' } },
  ]);
  await expect(system.retryJob({ id })).rejects.toMatchObject({ code: 'JOB_NOT_FOUND' });
});

test('all failed jobs can be retried at once', async () => {
  await makeFailedJob(site.ctx);
  await makeFailedJob(site.ctx);
  expect(await system.retryAllJobs()).toEqual({ count: 2 });
  expect((await system.read()).givenUp).toEqual([]);
});

test('metrics require the right token', async () => {
  expect((await metrics()).statusCode).toBe(401);
  expect((await metrics('Bearer a token of the test')).statusCode).toBe(401);
});

test('metrics cover operations by name, jobs and emails', async () => {
  await system.read();
  const { body, statusCode } = await metrics('Bearer a token of the tests');
  expect(statusCode).toBe(200);
  expect(body).toMatch(
    /^overfly_http_request_duration_seconds_count\{operation="system.read",method="GET",status="200"\} \d+$/m,
  );
  expect(body).toMatch(/^overfly_jobs\{job="process-file",state="waiting"\} \d+$/m);
  expect(body).toMatch(/^overfly_storage_bytes\{state="free"\} \d+$/m);
  expect(body).toMatch(/^overfly_database_query_duration_seconds_count [1-9]/m);
});

test('a process without web pages serves metrics on their own port, and nothing else', async () => {
  // New metrics, as in a separate process, because this one already serves the page.
  const app = await serveMetrics({ ...site.ctx, metrics: createMetrics(site.ctx.log) });
  if (!app) throw new Error('METRICS_PORT is set.');
  const { port } = app.server.address() as AddressInfo;
  const ask = (path: string, token = 'a token of the tests') =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect(await (await ask('/metrics')).text()).toContain('overfly_build_info');
  expect([(await ask('/metrics', 'another')).status, (await ask('/')).status]).toEqual([401, 404]);
  await app.close();
});
