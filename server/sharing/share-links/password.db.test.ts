import { afterAll, beforeAll, expect, test } from 'vitest';
import { ERRORS } from '#domain/errors.ts';
import { createLimits } from '#server/platform/limit/limit.ts';
import { makeShareLink } from '#test/factories.ts';
import {
  buildSharedSite,
  submitPassword,
  makeOwnedWeek,
  passCookieIn,
  type SharedSite,
} from '#test/fixtures/shared-site.ts';

const PASSWORD = 'crane-42';
let product: SharedSite;
let makeLocked: () => ReturnType<typeof makeShareLink>;
let link: Awaited<ReturnType<typeof makeShareLink>>;
let submissionId: string;
let projectName: string;

beforeAll(async () => {
  product = await buildSharedSite();
  const { ctx } = product;
  const { owner, project, submission } = await makeOwnedWeek(ctx);
  makeLocked = () =>
    makeShareLink(ctx, owner.viewer, { projectId: project.id, password: PASSWORD });
  link = await makeLocked();
  [submissionId, projectName] = [submission.id, project.name];
});
afterAll(() => product.close());

const page = (cookie?: string) =>
  product.site.inject({ url: `/shared/${link.token}`, headers: cookie ? { cookie } : {} });
const give = (password: string, address?: string) =>
  submitPassword(product, link.token, password, address);
const api = (path: string, cookie = '') =>
  product.inject({ url: `/api/shared/${link.token}${path}`, headers: { cookie } });

test('the page and the API show nothing of the project without the password', async () => {
  const locked = await page();
  expect([locked.statusCode, locked.json()]).toEqual([401, { kind: 'locked', error: null }]);
  for (const path of ['', `/submissions/${submissionId}/files`]) {
    const answer = await api(path);
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'SHARE_PASSWORD_REQUIRED']);
    expect(answer.body).not.toContain(projectName);
  }
});

test('a wrong password shows an error and opens nothing', async () => {
  const answer = await give('crane-43');
  expect(answer.statusCode).toBe(403);
  expect(answer.json()).toEqual({
    kind: 'locked',
    error: ERRORS.SHARE_PASSWORD_WRONG[1],
  });
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test("the right password opens the page and API in this browser, and scripts can't read the cookie", async () => {
  const answer = await give(PASSWORD);
  expect([answer.statusCode, answer.headers.location]).toEqual([303, `/shared/${link.token}`]);
  expect(answer.headers['set-cookie']).toMatch(/; HttpOnly; SameSite=Lax; /);
  const pass = passCookieIn(answer);
  expect((await page(pass)).json()).toMatchObject({ kind: 'open', page: { project: {} } });
  expect((await api('', pass)).statusCode).toBe(200);
  expect((await api(`/submissions/${submissionId}/files`, pass)).statusCode).toBe(200);
});

test('an invalid pass, or a pass for another link, opens nothing', async () => {
  const pass = passCookieIn(await give(PASSWORD));
  const [name = '', value = ''] = pass.split('=');
  const [until = '', seal = ''] = value.split('.');
  const changed = `${name}=${until}.${seal.startsWith('0') ? '1' : '0'}${seal.slice(1)}`;
  const longer = `${name}=${Number(until) + 1000}.${seal}`;
  for (const cookie of [changed, longer, `${name}=`, `overfly_pass_00000000=${value}`]) {
    expect((await page(cookie)).statusCode).toBe(401);
  }
});

test('a pass works for twelve hours, even when it is copied', async () => {
  const pass = passCookieIn(await give(PASSWORD));
  product.clock.advance(12 * 3_600_000 - 1000);
  expect((await page(pass)).statusCode).toBe(200);
  product.clock.advance(1000);
  expect((await page(pass)).statusCode).toBe(401);
});

test('only a hash is stored, and people who manage the link see only that it has a password', async () => {
  const { rows } = await product.ctx.db.pool.query(
    'select row_to_json(l)::text as row from share_links l where id = $1',
    [link.id],
  );
  expect(rows[0]?.row).toContain('$argon2id$');
  expect(rows[0]?.row).not.toContain(PASSWORD);
  expect(link).toMatchObject({ hasPassword: true });
  expect(JSON.stringify(link)).not.toMatch(/argon2|crane-42/);
});

test('guesses from one network are blocked for that link, even after a correct guess', async () => {
  const from = '198.51.100.7';
  for (let guess = 0; guess < 20; guess++) {
    expect((await give(`guess-${guess}`, from)).statusCode).toBe(403);
  }
  const refused = await give(PASSWORD, from);
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect(refused.body).toMatch(/Too many attempts\. Wait \d+ minutes and try again\./);
  expect((await give(PASSWORD, '203.0.113.9')).statusCode).toBe(303);
  const other = await makeLocked();
  expect((await submitPassword(product, other.token, PASSWORD, from)).statusCode).toBe(303);
});

test('guesses at many links from one network are blocked after a hundred attempts', async () => {
  const from = '198.51.100.8';
  const guesses = createLimits(product.ctx)('link-password-network', 100, 15 * 60).of(from);
  for (let guess = 1; guess < 100; guess++) await guesses.add();
  expect((await give('guess-100', from)).statusCode).toBe(403);
  expect((await give(PASSWORD, from)).statusCode).toBe(429);
});

test("correct passwords don't count as guesses, so everyone in an office gets in", async () => {
  for (let visitor = 0; visitor <= 20; visitor++) {
    expect((await give(PASSWORD, '198.51.100.20')).statusCode).toBe(303);
  }
});

test('guesses from many networks are blocked after two hundred attempts', async () => {
  await product.ctx.db.pool.query('delete from auth.attempts');
  const guesses = createLimits(product.ctx)('link-password', 200, 15 * 60).of(link.id);
  for (let guess = 1; guess < 200; guess++) await guesses.add();
  expect((await give('guess-200', '203.0.113.1')).statusCode).toBe(403);
  expect((await give(PASSWORD, '203.0.113.2')).statusCode).toBe(429);
});

test('a disabled link returns not found instead of asking for a password', async () => {
  await product.ctx.db.pool.query('update share_links set is_active = false where id = $1', [
    link.id,
  ]);
  expect((await page()).statusCode).toBe(404);
  expect((await give(PASSWORD)).statusCode).toBe(404);
});
