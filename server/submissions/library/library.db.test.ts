import { beforeAll, expect, test } from 'vitest';
import { makeCompany, makeFile, makePerson, makeProject, makeSubmission } from '#test/factories.ts';
import { type Client, runSite } from '#test/site.ts';

const site = runSite();
let library: Client['submissions']['library'];

beforeAll(async () => {
  const { ctx } = site;
  const acme = await makeCompany(ctx, { companyName: 'acme' });
  const zenith = await makeCompany(ctx, { companyName: 'Zenith 100%' });
  library = site.as(await makePerson(ctx, 'operator')).submissions.library;
  const tower = await makeProject(ctx, zenith.id, { name: 'Tower' });
  const bridge10 = await makeProject(ctx, acme.id, { name: 'Bridge 10' });
  const bridge2 = await makeProject(ctx, acme.id, { name: 'Bridge 2' });
  for (let number = 1; number <= 50; number++) {
    await makeSubmission(ctx, tower.id, { title: `Week ${number}` });
    site.clock.advance(1000);
  }
  await makeSubmission(ctx, bridge10.id, { title: 'Slab', published: true });
  const roof = await makeSubmission(ctx, bridge2.id, { title: 'Roof' });
  await makeFile(ctx, roof);
});

const titles = async (query: Parameters<typeof library>[0]) =>
  (await library(query)).submissions.map(({ projectName, title }) => `${projectName}: ${title}`);

test('pages of 50 are sorted by company and project name, with totals per project', async () => {
  const first = await library({});
  const last = await library({ page: 1 });
  expect(first.found).toBe(52);
  expect(first.submissions).toHaveLength(50);
  expect(first.submissions.slice(0, 3)).toMatchObject([
    { projectName: 'Bridge 2', title: 'Roof', photoCount: 1 },
    { projectName: 'Bridge 10', title: 'Slab' },
    { projectName: 'Tower', title: 'Week 50' },
  ]);
  expect(last.submissions.map(({ title }) => title)).toEqual(['Week 2', 'Week 1']);
  expect(last.projects).toEqual([
    { projectId: last.submissions[0]?.projectId, total: 50, found: 50 },
  ]);
  expect((await library({ page: 2 })).submissions).toEqual([]);
});

test('sorting applies within each project, and numbers sort by value', async () => {
  const sorted = await titles({ sort: 'title' });
  expect(sorted.slice(0, 4)).toEqual([
    'Bridge 2: Roof',
    'Bridge 10: Slab',
    'Tower: Week 1',
    'Tower: Week 2',
  ]);
  expect((await titles({ sort: 'title', order: 'descending' }))[2]).toBe('Tower: Week 50');
  expect((await titles({ sort: 'created' }))[2]).toBe('Tower: Week 1');
});

test('search covers title, project and company, with an optional status', async () => {
  expect(await titles({ search: 'WEEK 49' })).toEqual(['Tower: Week 49']);
  expect(await titles({ search: 'bridge 1' })).toEqual(['Bridge 10: Slab']);
  expect(await titles({ search: 'Acme' })).toHaveLength(2);
  expect(await library({ search: '0%' })).toMatchObject({ found: 50 });
  expect(await titles({ status: 'published' })).toEqual(['Bridge 10: Slab']);
  expect(await library({ search: 'acme', status: 'draft' })).toMatchObject({ found: 1 });
  const { found, projects } = await library({ search: 'Week 4' });
  expect(found).toBe(11);
  expect(projects).toMatchObject([{ total: 50, found: 11 }]);
});
