import { beforeAll, expect, test } from 'vitest';
import { makeProject, makePerson, type Person } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';
import { createCompany } from './service.ts';

const site = runSite();
let staff: Person;

/** Name, code, number of projects and whether the company is active. Oldest first. */
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
    await site.rows
      .updateTable('companies')
      .set({ isActive, createdAt: new Date(Date.UTC(2026, 0, 1 + index)) })
      .where('id', '=', id)
      .execute();
    for (let count = 0; count < projects; count++) await makeProject(ctx, id);
  }
});

type Query = Parameters<Client['companies']['list']>[0];
const list = (query: Query = {}) => site.as(staff).companies.list(query);
const found = async (query: Query) =>
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
])('searching for %j covers name and code, ignoring case', async (search, expected) => {
  expect(await found({ search })).toBe(expected);
  expect((await list({ search })).found).toBe(expected.length);
});

test.each([
  ['company', 'BCA', 'ACB'],
  ['code', 'ABC', 'CBA'],
  ['projects', 'BAC', 'CAB'],
  ['status', 'ACB', 'BCA'],
] as const)('the list can be sorted by %s', async (sort, ascending, descending) => {
  expect(await found({ sort })).toBe(ascending);
  expect(await found({ sort, order: 'descending' })).toBe(descending);
});

test('the list can show only active companies, or one by its full code', async () => {
  expect(await found({ filter: 'active' })).toBe('CA');
  expect(await found({ code: 'b001' })).toBe('B');
  expect(await found({ code: 'B00' })).toBe('');
});

test('counts cover all companies, even during a search', async () => {
  for (const query of [{}, { search: 'nobody' }, { filter: 'active' as const }, { page: 7 }]) {
    expect((await list(query)).counts).toEqual({ total: 3, active: 2, projects: 3 });
  }
});

test('a page has fifty companies, and the next page has the rest', async () => {
  const createdAt = new Date('2025-01-01');
  const many = Array.from({ length: 101 }, (_, n) => ({
    companyCode: `MANY${n}`,
    companyName: 'Many',
    createdAt,
  }));
  await site.rows.insertInto('companies').values(many).execute();
  const codes: string[] = [];
  for (const [page, rows] of [50, 50, 1, 0].entries()) {
    const answer = await list({ search: 'many', page, sort: 'company' });
    expect([answer.companies.length, answer.found]).toEqual([rows, 101]);
    codes.push(...answer.companies.map(({ companyCode }) => companyCode));
  }
  expect(new Set(codes).size).toBe(101);
});
