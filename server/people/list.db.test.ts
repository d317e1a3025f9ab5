import type { Updateable } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import type { DB } from '#db/types.ts';
import { makeCompany, makeManyClients, makePerson, type Person } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';

const site = runSite();
let admin: Person;
let operator: Person;

/** First name, last name, phone and code of each client, by join date. */
const CLIENTS = [
  ['Zoë', 'Ångström', '254 555 0100', 'NORTH'],
  ['anna', 'Berg', null, 'SOUTH'],
  [null, null, '254 555 0300', 'NORTH'],
  ['JÖRG', '100%', '254 555 0200', null],
] as const;

beforeAll(async () => {
  const { ctx } = site;
  admin = await makePerson(ctx, 'admin');
  operator = await makePerson(ctx, 'operator');
  const ids = new Map<string, string>();
  for (const code of ['NORTH', 'SOUTH']) {
    const company = { companyCode: code, companyName: `Builders of the ${code.toLowerCase()}` };
    ids.set(code, (await makeCompany(ctx, company)).id);
  }
  for (const [index, [first, last, phone, code]] of CLIENTS.entries()) {
    const { id } = await makePerson(ctx, 'client', { email: `c${index}@site.example` });
    await change(id, {
      firstName: first,
      lastName: last,
      phone,
      companyId: ids.get(code ?? '') ?? null,
      createdAt: new Date(Date.UTC(2026, 0, 1 + index)),
    });
  }
});

const change = (id: string, columns: Updateable<DB['profiles']>) =>
  site.rows.updateTable('profiles').set(columns).where('id', '=', id).execute();
type Query = Parameters<Client['people']['list']>[0];
const list = (query: Query = {}, viewer = operator) => site.as(viewer).people.list(query);
/** Returns the numbers ('0' to '3') of the clients found, in response order. */
const found = async (query: Query) =>
  (await list(query)).people.map(({ email }) => email[1]).join('');

describe('the list of people', () => {
  test('shows active clients, newest first', async () => {
    expect(await found({})).toBe('3210');
    expect((await list()).found).toBe(4);
  });

  test('shows deactivated people only with the filter', async () => {
    const [one] = (await list({ search: 'c1@site' })).people;
    const { people } = site.as(operator);
    await people.deactivate({ id: one?.id ?? '' });
    expect([await found({}), await found({ filter: 'deactivated' })]).toEqual(['320', '1']);
    await people.reactivate({ id: one?.id ?? '' });
  });

  test('shows staff, active or not, only to admins', async () => {
    const { people } = await list({ filter: 'staff' }, admin);
    expect(new Set(people.map(({ id }) => id))).toEqual(new Set([admin.id, operator.id]));
    await expect(list({ filter: 'staff' })).rejects.toMatchObject({ status: 403 });
  });

  test.each([
    ['zoë ÅNG', '0'],
    ['jörg', '3'],
    ['C2@SITE', '2'],
    ['555 03', '2'],
    ['builders of the NORTH', '20'],
    ['south', '1'],
    ['0%', '3'],
    ['c_@site', ''],
    [' berg ', '1'],
    ['nobody', ''],
  ])('finds %j in every field, ignoring case', async (search, expected) => {
    expect(await found({ search })).toBe(expected);
    expect((await list({ search })).found).toBe(expected.length);
  });

  test.each([
    ['name', '1230', '0321'],
    ['email', '0123', '3210'],
    ['phone', '0321', '2301'],
    ['company', '0213', '1203'],
    ['registered', '0123', '3210'],
  ] as const)('sorts by %s, with missing values last', async (sort, ascending, descending) => {
    expect(await found({ sort })).toBe(ascending);
    expect(await found({ sort, order: 'descending' })).toBe(descending);
  });

  test.each<[string, unknown]>([
    ['sort', 'id'],
    ['order', 'random'],
    ['filter', 'all'],
    ['page', -1],
  ])('rejects an unknown %s', async (key, value) => {
    await expect(list({ [key]: value })).rejects.toMatchObject({ status: 400 });
  });
});

test('a thousand clients come in pages without gaps or repeats, in any order', async () => {
  await makeManyClients(site.rows, 1000);
  for (const sort of [undefined, 'name', 'phone', 'company'] as const) {
    const emails: string[] = [];
    for (let page = 0; page < 20; page++) {
      const answer = await list({ search: 'crowd.example', page, ...(sort && { sort }) });
      expect([answer.people.length, answer.found]).toEqual([50, 1000]);
      emails.push(...answer.people.map(({ email }) => email));
    }
    expect(new Set(emails).size).toBe(1000);
  }
  expect((await list({ search: 'crowd.example', page: 20 })).people).toEqual([]);
});
