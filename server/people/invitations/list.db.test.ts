import { beforeAll, expect, test } from 'vitest';
import { InvitationInput } from '#domain/invitations.ts';
import { makeCompany, makeInvitation, makePerson, type Person } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';

const site = runSite();
let admin: Person;
let operator: Person;

/** Contact, phone, role and days left of each invitation, oldest first. */
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
    await site.rows
      .updateTable('invitations')
      .set({ createdAt: new Date(Date.UTC(2026, 0, 1 + index)), expiresAt: daysFromNow(days) })
      .where('id', '=', id)
      .execute();
  }
});

const daysFromNow = (days: number) => new Date(Date.now() + days * 86_400_000);
type Query = Parameters<Client['invitations']['list']>[0];
const list = (query: Query = {}, viewer = admin) => site.as(viewer).invitations.list(query);
/** Returns the numbers ('0' to '2') of the invitations found, in response order. */
const found = async (query: Query, viewer = admin) =>
  (await list(query, viewer)).invitations.map(({ email }) => email[1]).join('');

test("lists open invitations, newest first, and staff's only to admins", async () => {
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
])('finds %j in every field', async (search, expected) => {
  expect(await found({ search })).toBe(expected);
  expect((await list({ search })).found).toBe(expected.length);
});

test.each([
  ['name', '120', '021'],
  ['email', '012', '210'],
  ['phone', '021', '201'],
  ['company', '012', '102'],
  ['status', '120', '021'],
] as const)('sorts by %s', async (sort, ascending, descending) => {
  expect(await found({ sort })).toBe(ascending);
  expect(await found({ sort, order: 'descending' })).toBe(descending);
});

test('has 50 per page', async () => {
  const { id: companyId } = await makeCompany(site.ctx);
  const many = Array.from({ length: 60 }, (_, n) => ({
    email: `many${n}@crowd.example`,
    role: 'client' as const,
    companyId,
    tokenHash: `hash${n}`,
    expiresAt: daysFromNow(1),
  }));
  await site.rows.insertInto('invitations').values(many).execute();
  const query = { search: 'crowd' };
  const [first, second] = [await list(query), await list({ ...query, page: 1 })];
  expect([first.found, first.invitations.length, second.invitations.length]).toEqual([60, 50, 10]);
  const ids = [...first.invitations, ...second.invitations].map(({ id }) => id);
  expect(new Set(ids).size).toBe(60);
});
