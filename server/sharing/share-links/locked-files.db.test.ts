import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pictureUrl, videoUrl } from '#domain/pictures.ts';
import type { SharedSubmissionFiles } from '#domain/share-links.ts';
import { passCookie } from '#server/platform/http/share-pass.ts';
import { makePerson, makeShareLink, makeVideo } from '#test/factories.ts';
import {
  buildSharedSite,
  submitPassword,
  makeOwnedWeek,
  passCookieIn,
  type SharedSite,
} from '#test/fixtures/shared-site.ts';

const PASSWORD = 'crane-42';
const HOUR_MS = 3_600_000;
const VIDEO = Buffer.alloc(1024, 'video ');
let product: SharedSite;
let world: Awaited<ReturnType<typeof makeOwnedWeek>>;
let link: Awaited<ReturnType<typeof makeShareLink>>;
let pass: string;
let addresses: string[];

beforeAll(async () => {
  product = await buildSharedSite();
  world = await makeOwnedWeek(product.ctx);
  await makeVideo(product.ctx, world.submission, { played: VIDEO });
});
afterAll(() => product.close());
beforeEach(async () => {
  link = await makeLocked();
  pass = await unlock(link.token);
  addresses = await addressesOf(link.token, pass);
});

const makeLocked = () =>
  makeShareLink(product.ctx, world.owner.viewer, {
    projectId: world.project.id,
    password: PASSWORD,
  });
const run = (statement: string, ...values: unknown[]) => product.change(statement, ...values);
const get = (url: string, cookie?: string, headers: Record<string, string> = {}) =>
  product.inject({ url, headers: { ...headers, ...(cookie ? { cookie } : {}) } });

const unlock = async (token: string) =>
  passCookieIn(await submitPassword(product, token, PASSWORD));

/** The URLs of a picture, a video, two originals and the archive on the unlocked page. */
async function addressesOf(token: string, cookie: string): Promise<string[]> {
  const answer = await get(`/api/shared/${token}/submissions/${world.submission.id}/files`, cookie);
  const { files, download } = answer.json<SharedSubmissionFiles>();
  const made = files.map(({ kind, mediaUrl, originalUrl }) => [
    kind === 'video' ? videoUrl(mediaUrl ?? '') : pictureUrl(mediaUrl ?? '', 256),
    originalUrl ?? '',
  ]);
  return [...made.flat(), download?.url ?? ''];
}

async function expectOpen(url: string, cookie: string) {
  const { statusCode, headers } = await get(url, cookie, { range: 'bytes=0-9' });
  expect([url, statusCode, headers['cache-control']]).toEqual([url, 206, 'private, no-cache']);
}

async function expectLocked(url: string, cookie?: string, headers?: Record<string, string>) {
  const answer = await get(url, cookie, headers);
  expect([url, answer.statusCode, answer.json().code]).toEqual([
    url,
    401,
    'SHARE_PASSWORD_REQUIRED',
  ]);
  expect(answer.headers['cache-control']).toBe('no-store');
}

test('a browser that entered the password gets pictures, videos, originals and the archive', async () => {
  expect(addresses.filter(Boolean)).toHaveLength(5);
  for (const url of addresses) await expectOpen(url, pass);
});

test('a forwarded URL opens nothing without the password', async () => {
  const other = await makeLocked();
  const otherPass = await unlock(other.token);
  for (const url of addresses) {
    const tag = String((await get(url, pass, { range: 'bytes=0-9' })).headers['etag']);
    await expectLocked(url);
    await expectLocked(url, otherPass);
    await expectLocked(url, undefined, { 'if-none-match': tag });
    await expectLocked(url, undefined, { range: 'bytes=0-9', 'if-range': tag });
    const { statusCode } = await product.inject({ method: 'HEAD', url });
    expect(statusCode).toBe(401);
  }
});

test('colleagues and staff need the password too, and a closed link asks for none', async () => {
  const staff = await makePerson(product.ctx, 'admin');
  for (const url of addresses) {
    await expectLocked(url, staff.cookie);
    await expectOpen(url, `${staff.cookie}; ${pass}`);
  }
  await run('update share_links set is_active = false where id = $1', link.id);
  for (const url of addresses) {
    expect((await get(url, pass)).statusCode).toBe(404);
    expect((await get(url)).statusCode).toBe(404);
  }
});

test('changing the password ends earlier access', async () => {
  const changed = await product.ctx.auth.hashPassword('another-43');
  await run('update share_links set password_hash = $2 where id = $1', link.id, changed);
  for (const url of addresses) await expectLocked(url, pass);
  const renewed = passCookie(product.ctx, { id: link.id, passwordHash: changed });
  for (const url of addresses) await expectOpen(url, renewed.split(';')[0] ?? '');
});

test('removing a password and setting it again ends earlier access', async () => {
  await run('update share_links set password_hash = null where id = $1', link.id);
  for (const url of addresses) expect((await get(url)).statusCode).toBe(200);
  const again = await product.ctx.auth.hashPassword(PASSWORD);
  await run('update share_links set password_hash = $2 where id = $1', link.id, again);
  for (const url of addresses) await expectLocked(url, pass);
});

test('the password is required again after twelve hours', async () => {
  product.clock.advance(12 * HOUR_MS - 1000);
  for (const url of await addressesOf(link.token, pass)) await expectOpen(url, pass);
  const late = await addressesOf(link.token, pass);
  product.clock.advance(1000);
  for (const url of late) await expectLocked(url, pass);
  const renewed = await unlock(link.token);
  for (const url of late) await expectOpen(url, renewed);
});

test('one query checks access and password, per week and per original', async () => {
  const { as, ask } = product.ctx.db;
  let questions = 0;
  const counted =
    <A extends unknown[], T>(work: (...given: A) => T) =>
    (...given: A) => {
      questions++;
      return work(...given);
    };
  Object.assign(product.ctx.db, { as: counted(as), ask: counted(ask) });
  try {
    for (const url of addresses.filter((address) => address.startsWith('/media/'))) {
      await expectOpen(url, pass);
    }
    expect(questions).toBe(3);
  } finally {
    Object.assign(product.ctx.db, { as, ask });
  }
});
