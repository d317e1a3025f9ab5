import { beforeAll, expect, test } from 'vitest';
import { InvitationInput, type InvitationsPage } from '#domain/invitations.ts';
import { makeCompany, makeInvitation, makePerson, type Person } from '#test/factories.ts';
import { useSite } from '#test/site.ts';

const site = useSite();
let admin: Person;
let operator: Person;

/** Contact, phone, role and days until it ends, of the oldest invitation first. */
const INVITED = [
  ['Zoë', '254 555 0100', 'client', 3],
  ['anna', null, 'client', 1],
  ['Bernd', '254 555 0200', 'operator', 2],
] as const;

beforeAll(async () => {
  const { ctx } = site;
  admin = await makePerson(ctx, 'admin');
  operator = await makePerson(ctx, 'operator');
  const company = await makeCompany(ctx, { companyCode: 'NORTH' });
  for (const [index, [contactName, phone, role, days]] of INVITED.entries()) {
    const email = `i${index}@site.example`;
    const input = InvitationInput.parse({ contactName, phone, role, email, companyId: company.id });
    const { id } = await makeInvitation(ctx, admin.viewer, input);
    await ctx.db.pool.query(
      `update invitations set created_at = '2026-01-01T00:00:00Z'::timestamptz + $2 * interval '1 day',
         expires_at = now() + $3 * interval '1 day' where id = $1`,
      [id, index, days],
    );
  }
});

const list = async (query: Record<string, string> = {}, { cookie } = admin) =>
  (
    await site.inject({ url: '/api/invitations', query, headers: { cookie } })
  ).json<InvitationsPage>();
/** The invitations found, as '0' to '2', in the order of the answer. */
const found = async (query: Record<string, string>, viewer = admin) =>
  (await list(query, viewer)).invitations.map(({ email }) => email[1]).join('');

test('open invitations come newest first; those of staff are found and counted for an admin only', async () => {
  expect(await found({})).toBe('210');
  expect(await found({}, operator)).toBe('10');
  expect([(await list()).found, (await list({}, operator)).found]).toEqual([3, 2]);
  expect(await found({ search: 'bernd' }, operator)).toBe('');
});

test.each([
  ['ZOË', '0'],
  ['I1@site', '1'],
  ['555 02', '2'],
  ['north', '10'],
  ['test company', '10'],
  ['nobody', ''],
])('they are searched for %j in every field', async (search, expected) => {
  expect(await found({ search })).toBe(expected);
  expect((await list({ search })).found).toBe(expected.length);
});

test.each([
  ['name', '120', '021'],
  ['email', '012', '210'],
  ['phone', '021', '201'],
  ['company', '102', '102'],
  ['status', '120', '021'],
])('they are sorted by %s', async (sort, ascending, descending) => {
  expect(await found({ sort })).toBe(ascending);
  expect(await found({ sort, order: 'descending' })).toBe(descending);
});

test('a page holds fifty', async () => {
  await site.ctx.db.pool.query(
    `insert into invitations (email, role, company_id, token_hash, expires_at)
     select 'many' || n || '@crowd.example', 'client', (select id from companies limit 1), 'hash' || n, now() + interval '1 day'
     from generate_series(1, 60) n`,
  );
  const query = { search: 'crowd' };
  const [first, second] = [await list(query), await list({ ...query, page: '1' })];
  expect([first.found, first.invitations.length, second.invitations.length]).toEqual([60, 50, 10]);
  const ids = [...first.invitations, ...second.invitations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
});
