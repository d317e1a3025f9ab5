import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, expect, test } from 'vitest';
import { buildApp } from '#test/app.ts';

const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const { ctx, inject, close } = await buildApp({ log });
afterAll(() => close());

const health = () => inject({ method: 'GET', url: '/api/health' });

test('what stands is said to stand', async () => {
  const answer = await health();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    ok: true,
    storage: { ok: true, detail: expect.stringMatching(/ GB free$/) },
    queue: { ok: true, detail: '0 jobs waiting' },
  });
});

test.each(['/api/health', '/api/health/live'])('a monitor may ask %s by HEAD', async (url) => {
  const answer = await inject({ method: 'HEAD', url });
  expect(answer.statusCode).toBe(200);
  expect(answer.body).toBe('');
});

test('a folder that cannot be used is said in words; its path is in the log only', async () => {
  const folder = join(ctx.config.dataDir, 'storage');
  await rm(folder, { recursive: true, force: true });
  await writeFile(folder, 'not a folder');
  const answer = await health();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    ok: false,
    storage: { ok: false, detail: 'the storage folder cannot be used' },
  });
  expect(answer.body).not.toContain(folder);
  expect(lines.join('')).toContain(folder);
});

test('jobs that cannot be read are said in words; what the database says is in the log only', async () => {
  await ctx.db.pool.query('alter table pgboss.job rename to away');
  const answer = await health();
  expect(answer.json()).toMatchObject({ queue: { ok: false, detail: 'the jobs cannot be read' } });
  expect(answer.body).not.toContain('pgboss');
  expect(lines.join('')).toContain('pgboss.job');
  await ctx.db.pool.query('alter table pgboss.away rename to job');
});
