import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createLogger, logScope } from '#server/platform/log.ts';
import { makePerson } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const lines: string[] = [];
const log = createLogger('warn', { write: (line) => void lines.push(line) });
const site = runSite({
  log,
  config: { observation: { metricsToken: null, metricsPort: null, slowQueryMs: 1 } },
});
const logged = (message: string) =>
  lines
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);

test('an unexpected failure shows the request id that is in the log', async () => {
  const { cookie } = await makePerson(site.ctx, 'operator');
  await sql`alter table form_submissions rename to away`.execute(site.rows);
  const url = '/api/operator/form-submissions';
  const answer = await site.inject({ url, headers: { cookie } });
  await sql`alter table away rename to form_submissions`.execute(site.rows);
  const requestId = answer.headers['x-request-id'];
  expect(requestId).toMatch(/^[0-9a-z]{10}$/);
  expect(answer.json()).toMatchObject({
    code: 'INTERNAL',
    message: expect.stringContaining(`(Error ${String(requestId)})`),
  });
  expect(logged('unexpected failure')).toMatchObject([{ requestId }]);
});

test('a slow query is logged with its SQL', async () => {
  await sql`select pg_sleep(${0.01})`.execute(site.rows);
  expect(logged('slow query')).toContainEqual(
    expect.objectContaining({ sql: 'select pg_sleep($1)', milliseconds: expect.any(Number) }),
  );
});

test('every statement of a request has its id, even after the body', async () => {
  const scopes = new Set<unknown>();
  site.ctx.db.observe(() => scopes.add(logScope()));
  const payload = { email: 'nobody@site.example', password: 'a wrong password' };
  const { headers } = await site.inject({ method: 'POST', url: '/api/session', payload });
  expect([...scopes]).toEqual([{ requestId: headers['x-request-id'] }]);
});

test('an id sent without a proxy is ignored', async () => {
  const { headers } = await site.inject({
    url: '/api/health/live',
    headers: { 'x-request-id': 'chosen-by-a-stranger' },
  });
  expect(headers['x-request-id']).not.toBe('chosen-by-a-stranger');
});
