import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PeoplePage } from '#domain/people.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, type Person } from '#test/factories.ts';

let product: TestApp;
let admin: Person;
let operator: Person;

/** First name, last name, phone and code of each client, from the first that joined to the last. */
const CLIENTS = [
  ['Zoë', 'Ångström', '254 555 0100', 'NORTH'],
  ['anna', 'Berg', null, 'SOUTH'],
  [null, null, '254 555 0300', 'NORTH'],
  ['JÖRG', '100%', '254 555 0200', null],
] as const;

beforeAll(async () => {
  product = await buildApp();
  const { ctx } = product;
  admin = await makePerson(ctx, 'admin');
  operator = await makePerson(ctx, 'operator');
  const ids = new Map<string, string>();
  for (const code of ['NORTH', 'SOUTH']) {
    ids.set(code, (await makeCompany(ctx, { companyCode: code })).id);
  }
  await run("update companies set company_name = 'Builders of the ' || lower(company_code)");
  for (const [index, [first, last, phone, code]] of CLIENTS.entries()) {
    const { id } = await makePerson(ctx, 'client', { email: `c${index}@site.example` });
    await run(
      `update profiles set first_name = $2, last_name = $3, phone = $4, company_id = $5,
         created_at = '2026-01-01T00:00:00Z'::timestamptz + $6 * interval '1 day' where id = $1`,
      [id, first, last, phone, ids.get(code ?? '') ?? null, index],
    );
  }
});
afterAll(() => product.close());

const run = (statement: string, values: unknown[] = []) =>
  product.ctx.db.pool.query(statement, values);
const get = (query: Record<string, string>, { cookie } = operator) =>
  product.inject({ url: '/api/people', query, headers: { cookie } });
const list = async (query: Record<string, string> = {}, viewer = operator) =>
  (await get(query, viewer)).json<PeoplePage>();
/** The clients found, as '0' to '3', in the order of the answer. */
const found = async (query: Record<string, string>) =>
  (await list(query)).people.map(({ email }) => email[1]).join('');

describe('the list of people', () => {
  test('has active clients, newest first', async () => {
    expect(await found({})).toBe('3210');
    expect((await list()).found).toBe(4);
  });

  test('has those that were deactivated by themselves', async () => {
    await run("update profiles set is_active = false where email = 'c1@site.example'");
    expect([await found({}), await found({ filter: 'deactivated' })]).toEqual(['320', '1']);
    await run("update profiles set is_active = true where email = 'c1@site.example'");
  });

  test('has staff for an admin only, active or not', async () => {
    const { people } = await list({ filter: 'staff' }, admin);
    expect(new Set(people.map(({ id }) => id))).toEqual(new Set([admin.id, operator.id]));
    expect((await get({ filter: 'staff' })).statusCode).toBe(403);
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
  ])('is searched for %j in every field, whatever the case', async (search, expected) => {
    expect(await found({ search })).toBe(expected);
    expect((await list({ search })).found).toBe(expected.length);
  });

  test.each([
    ['name', '1230', '0321'],
    ['email', '0123', '3210'],
    ['phone', '0321', '2301'],
    ['company', '2013', '1203'],
    ['registered', '0123', '3210'],
  ])('is sorted by %s, those without one last', async (sort, ascending, descending) => {
    expect(await found({ sort })).toBe(ascending);
    expect(await found({ sort, order: 'descending' })).toBe(descending);
  });

  test('is refused in an order or with a filter that there is not', async () => {
    const wrong: [string, string][] = [
      ['sort', 'id'],
      ['order', 'random'],
      ['filter', 'all'],
      ['page', '-1'],
    ];
    for (const [key, value] of wrong) {
      expect((await get({ [key]: value })).statusCode).toBe(400);
    }
  });
});

test('a thousand clients come in pages that lose and repeat none, whatever they are sorted by', async () => {
  await run(
    `with made as (
       insert into auth.users (id, email, email_verified)
       select gen_random_uuid(), 'many' || n || '@crowd.example', true
       from generate_series(1, 1000) n returning id, email)
     insert into profiles (id, email, role, first_name, created_at)
     select id, email, 'client', 'Same', '2025-01-01' from made`,
  );
  for (const sort of [undefined, 'name', 'phone', 'company'] as const) {
    const emails: string[] = [];
    for (let page = 0; page < 20; page++) {
      const query = { search: 'crowd.example', page: String(page), ...(sort && { sort }) };
      const answer = await list(query);
      expect([answer.people.length, answer.found]).toEqual([50, 1000]);
      emails.push(...answer.people.map(({ email }) => email));
    }
    expect(new Set(emails).size).toBe(1000);
  }
  expect((await list({ search: 'crowd.example', page: '20' })).people).toEqual([]);
});
