import { beforeAll, expect, test } from 'vitest';
import type { Company } from '#domain/companies.ts';
import { makeCompany, makePerson, type Person } from '#test/factories.ts';
import { runSite, type Client } from '#test/site.ts';

const site = runSite();
let manager: Person;
let companies: Client['companies'];
let company: Company;
beforeAll(async () => {
  manager = await makePerson(site.ctx, 'project_manager');
  companies = site.as(manager).companies;
  company = await makeCompany(site.ctx);
});

type Changes = Omit<Parameters<Client['companies']['update']>[0], 'id'>;
const change = (changes: Changes, id = company.id) => companies.update({ id, ...changes });

test('name and description can be changed separately, and an empty description is removed', async () => {
  const renamed = await change({ companyName: '  Quay & Sons ' });
  expect(renamed).toMatchObject({ companyName: 'Quay & Sons', description: null });
  const described = await change({ description: 'Bridges' });
  expect(described).toMatchObject({ companyName: 'Quay & Sons', description: 'Bridges' });
  expect(await change({ description: ' ' })).toMatchObject({ description: null });
});

test("a company keeps its code, and can't lose its name", async () => {
  const { companyCode } = company;
  const withCode: object = { companyCode: 'OTHER' };
  expect(await change(withCode)).toMatchObject({ companyCode });
  await expect(change({ companyName: '  ' })).rejects.toMatchObject({ status: 400 });
  await expect(change({ companyName: 'Nobody' }, crypto.randomUUID())).rejects.toMatchObject({
    status: 404,
  });
  const kept = { companyCode, companyName: 'Quay & Sons' };
  expect(await companies.get({ id: company.id })).toMatchObject(kept);
});

test.each([
  [{ companyCode: ' ' }, 'companyCode: Company code and name are required.'],
  [{ companyName: ' ' }, 'companyName: Company code and name are required.'],
  [
    { companyCode: '-' },
    'companyCode: Use 2 to 32 letters, numbers, hyphens (-) or underscores (_).',
  ],
])('a company with %j is refused with a message', async (wrong, message) => {
  const added = companies.create({ companyCode: 'QUAY', companyName: 'Quay', ...wrong });
  await expect(added).rejects.toMatchObject({ message });
});

test('changes are logged with their actor, and open pages are notified', async () => {
  const events: object[] = [];
  const stop = site.ctx.live.onEvent((event) => events.push(event));
  await change({ description: 'Quays' });
  await expect.poll(() => events).toEqual([{ type: 'company.changed', companyId: company.id }]);
  stop();
  expect((await site.auditEntries(company.id)).at(-1)).toEqual({
    actorId: manager.id,
    action: 'company.changed',
    detail: { description: { from: null, to: 'Quays' } },
  });
});
