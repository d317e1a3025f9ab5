import { beforeEach, expect, test, vi } from 'vitest';
import { runSitePerTest } from '#test/site.ts';
import { makeCompany, makePerson, type Person } from '#test/factories.ts';

const it = runSitePerTest();
let client: Person;
const find = () => it.ctx.sessions.find(client.cookie.replace(/^.*=/, ''));
const statement = (text: string, ...values: unknown[]) => it.ctx.db.pool.query(text, values);

beforeEach(async () => {
  const company = await makeCompany(it.ctx);
  client = await makePerson(it.ctx, 'client', { companyId: company.id });
});

/** The same object means that the second call didn't query the database. */
const isRemembered = async () => (await find()) === (await find());

test('a session is cached for a second with a server, and not with the embedded database', async () => {
  const isServer = it.ctx.db.kind === 'server';
  await vi.waitFor(async () => expect(await isRemembered()).toBe(isServer));
  const before = await find();
  it.clock.advance(1000);
  expect(await find()).not.toBe(before);
});

test('a cached session ends on time', async () => {
  await vi.waitFor(async () => expect(await isRemembered()).toBe(it.ctx.db.kind === 'server'));
  it.clock.advance(14 * 24 * 3_600_000 - 100);
  expect(await find()).not.toBeNull();
  it.clock.advance(100);
  expect(await find()).toBeNull();
});

test('`forget` clears the cache immediately', async () => {
  const before = await find();
  it.ctx.sessions.clearCache();
  expect(await find()).not.toBe(before);
});

test.each([
  ['ending a session', 'delete from auth.sessions where user_id = $1'],
  ['deactivating a person', 'update profiles set is_active = false where id = $1'],
  ['deleting an account', 'delete from auth.users where id = $1'],
])('%s in another process clears the cache', async (_what, change) => {
  await find();
  await statement(change, client.id);
  await vi.waitFor(async () => expect(await find()).toBeNull());
});

test('deactivating a company in another process clears the cache', async () => {
  expect(await find()).toMatchObject({ viewer: { companyId: expect.any(String) } });
  await statement('update companies set is_active = false, clients_have_access = false');
  await vi.waitFor(async () => expect(await find()).toMatchObject({ viewer: { companyId: null } }));
});
