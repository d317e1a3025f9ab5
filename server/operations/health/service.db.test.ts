import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { runSite } from '#test/site.ts';

const lines: string[] = [];
const log = pino({ level: 'error' }, { write: (line: string) => void lines.push(line) });
const site = runSite({ log });

const health = () => site.inject({ method: 'GET', url: '/api/health' });

test('a healthy system is reported as healthy', async () => {
  const answer = await health();
  expect(answer.statusCode).toBe(200);
  expect(answer.json()).toMatchObject({
    ok: true,
    storage: { ok: true, detail: expect.stringMatching(/ GB free$/) },
    queue: { ok: true, detail: '0 jobs waiting' },
  });
});

test.each(['/api/health', '/api/health/live'])(
  'a monitor may request %s with HEAD',
  async (url) => {
    const answer = await site.inject({ method: 'HEAD', url });
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe('');
  },
);

test('an unusable folder is reported, with its path only in the log', async () => {
  const folder = join(site.ctx.config.dataDir, 'storage');
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

test('unreadable jobs are reported, with the database error only in the log', async () => {
  await sql`alter table pgboss.job rename to away`.execute(site.rows);
  const answer = await health();
  expect(answer.json()).toMatchObject({ queue: { ok: false, detail: 'the jobs cannot be read' } });
  expect(answer.body).not.toContain('pgboss');
  expect(lines.join('')).toContain('pgboss.job');
  await sql`alter table pgboss.away rename to job`.execute(site.rows);
});
