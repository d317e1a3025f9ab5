import { beforeEach, expect, test, vi } from 'vitest';
import { runSites } from '#test/site.ts';
import { makeCompany, makePerson, type Person } from '#test/factories.ts';

const it = runSites();
let client: Person;
const find = () => it.ctx.sessions.find(client.cookie.replace(/^.*=/, ''));
const statement = (text: string, ...values: unknown[]) => it.ctx.db.pool.query(text, values);

beforeEach(async () => {
  const company = await makeCompany(it.ctx);
  client = await makePerson(it.ctx, 'client', { companyId: company.id });
});

/** The same object means that the second call didn't query the database. */
const isRemembered = async () => (await find()) === (await find());

test('a session is remembered for a second on a server, and not at all when embedded', async () => {
  const isServer = it.ctx.db.kind === 'server';
  await vi.waitFor(async () => expect(await isRemembered()).toBe(isServer));
  const before = await find();
  it.clock.advance(1000);
  expect(await find()).not.toBe(before);
});

test('a session that is remembered ends on time', async () => {
  await vi.waitFor(async () => expect(await isRemembered()).toBe(it.ctx.db.kind === 'server'));
  it.clock.advance(14 * 24 * 3_600_000 - 100);
  expect(await find()).not.toBeNull();
  it.clock.advance(100);
  expect(await find()).toBeNull();
});

test('what this process may have changed itself is asked for again at once', async () => {
  const before = await find();
  it.ctx.sessions.clearCache();
  expect(await find()).not.toBe(before);
});

test.each([
  ['a session that ended', 'delete from auth.sessions where user_id = $1'],
  ['a person who was deactivated', 'update profiles set is_active = false where id = $1'],
  ['an account that was removed', 'delete from auth.users where id = $1'],
])('%s elsewhere is heard of while the clock stands still', async (_what, change) => {
  await find();
  await statement(change, client.id);
  await vi.waitFor(async () => expect(await find()).toBeNull());
});

test('a company that was deactivated elsewhere is heard of while the clock stands still', async () => {
  expect(await find()).toMatchObject({ viewer: { companyId: expect.any(String) } });
  await statement('update companies set is_active = false, clients_have_access = false');
  await vi.waitFor(async () => expect(await find()).toMatchObject({ viewer: { companyId: null } }));
});
