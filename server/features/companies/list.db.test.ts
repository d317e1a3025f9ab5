import { beforeAll, expect, test } from 'vitest';
import type { CompaniesPage } from '#domain/companies.ts';
import { makeProject, makePerson, type Person } from '#test/factories.ts';
import { useSite } from '#test/site.ts';
import { createCompany } from './service.ts';

const site = useSite();
let staff: Person;

/** Name, code, projects and whether it is active, of the oldest company first. */
const COMPANIES = [
  ['Öl & Söhne', 'A-OIL', 1, true],
  ['brazos', 'B001', 0, false],
  ['Crane 100%', 'C001', 2, true],
] as const;

beforeAll(async () => {
  const { ctx } = site;
  staff = await makePerson(ctx, 'project_manager');
  for (const [index, [companyName, companyCode, projects, isActive]] of COMPANIES.entries()) {
    const made = { companyName, companyCode, description: null };
    const { id } = await createCompany(ctx, { kind: 'system' }, made);
    await ctx.db.pool.query(
      `update companies set is_active = $2, created_at = '2026-01-01T00:00:00Z'::timestamptz + $3 * interval '1 day'
       where id = $1`,
      [id, isActive, index],
    );
    for (let count = 0; count < projects; count++) await makeProject(ctx, id);
  }
});

const get = (query: Record<string, string>) =>
  site.inject({ url: '/api/companies', query, headers: { cookie: staff.cookie } });
const list = async (query: Record<string, string> = {}) => (await get(query)).json<CompaniesPage>();
/** First letters of the codes found, in the order of the answer. */
const found = async (query: Record<string, string>) =>
  (await list(query)).companies.map(({ companyCode }) => companyCode[0]).join('');

test('the list has every company, newest first', async () => {
  expect(await found({})).toBe('CBA');
});

test.each([
  ['ÖL', 'A'],
  ['söhne', 'A'],
  ['001', 'CB'],
  ['Brazos', 'B'],
  ['0%', 'C'],
  ['b-0', ''],
])('it is searched for %j in name and code, whatever the case', async (search, expected) => {
  expect(await found({ search })).toBe(expected);
  expect((await list({ search })).found).toBe(expected.length);
});

test.each([
  ['company', 'BCA', 'ACB'],
  ['code', 'ABC', 'CBA'],
  ['projects', 'BAC', 'CAB'],
  ['status', 'CAB', 'BCA'],
])('it is sorted by %s', async (sort, ascending, descending) => {
  expect(await found({ sort })).toBe(ascending);
  expect(await found({ sort, order: 'descending' })).toBe(descending);
});

test('the active ones are there by themselves, and one by its whole code', async () => {
  expect(await found({ filter: 'active' })).toBe('CA');
  expect(await found({ code: 'b001' })).toBe('B');
  expect(await found({ code: 'B00' })).toBe('');
});

test('the counters are of all there are, whatever is searched for', async () => {
  const queries: Record<string, string>[] = [
    {},
    { search: 'nobody' },
    { filter: 'active' },
    { page: '7' },
  ];
  for (const query of queries) {
    expect((await list(query)).counts).toEqual({ total: 3, active: 2, projects: 3 });
  }
});

test('a page holds fifty; those behind it follow on the next', async () => {
  await site.ctx.db.pool.query(
    `insert into companies (company_code, company_name, created_at)
     select 'MANY' || n, 'Many', '2025-01-01' from generate_series(1, 101) n`,
  );
  const codes: string[] = [];
  for (const [page, rows] of [50, 50, 1, 0].entries()) {
    const answer = await list({ search: 'many', page: String(page), sort: 'company' });
    expect([answer.companies.length, answer.found]).toEqual([rows, 101]);
    codes.push(...answer.companies.map(({ companyCode }) => companyCode));
  }
  expect(new Set(codes).size).toBe(101);
});
