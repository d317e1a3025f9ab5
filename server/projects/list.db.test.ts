import { expect, test } from 'vitest';
import { makeCompany, makePerson } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('the list has all of several hundred projects, newest first', async () => {
  const company = await makeCompany(site.ctx);
  const client = await makePerson(site.ctx, 'client', { companyId: company.id });
  await site.change(
    `insert into projects (company_id, name, created_at)
     select $1, 'Project ' || n, timestamptz '2026-01-01' + n * interval '1 day' from generate_series(1, 201) n`,
    company.id,
  );
  const { projects } = await site.as(client).projects.list({});
  expect(projects.map(({ name }) => name)).toEqual(
    Array.from({ length: 201 }, (_, index) => `Project ${201 - index}`),
  );
});
