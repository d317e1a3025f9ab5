import { afterAll, beforeAll, expect, test } from 'vitest';
import { ClientOverview } from '#domain/overview.ts';
import { buildApp, type TestApp } from '#test/app.ts';
import { makeCompany, makePerson, makeProject, makeSubmission } from '#test/factories.ts';

const DAY_MS = 86_400_000;
let product: TestApp;
let companyId: string;
let cookie: string;

beforeAll(async () => {
  product = await buildApp();
  ({ id: companyId } = await makeCompany(product.ctx));
  ({ cookie } = await makePerson(product.ctx, 'client', { companyId }));
});
afterAll(() => product.close());

async function overview(): Promise<ClientOverview> {
  const answer = await product.inject({ url: '/api/overview', headers: { cookie } });
  return ClientOverview.parse(answer.json());
}

test('an update bears the time zone of its project, also of one that is not among the recent ones', async () => {
  const { ctx } = product;
  const first = await makeProject(ctx, companyId, { timeZone: 'Asia/Tokyo' });
  const submission = await makeSubmission(ctx, first.id, { published: true });
  for (let count = 0; count < 3; count++) {
    product.clock.advance(1000);
    const later = await makeProject(ctx, companyId, { timeZone: 'America/Bogota' });
    await makeSubmission(ctx, later.id, { published: true });
  }
  const { recentProjects, thisWeek } = await overview();
  expect(recentProjects.map(({ id }) => id)).not.toContain(first.id);
  expect(thisWeek).toHaveLength(4);
  expect(thisWeek.find(({ id }) => id === submission.id)).toMatchObject({
    projectName: first.name,
    timeZone: 'Asia/Tokyo',
  });
});

test('what was published more than seven days ago is an update no more, and other companies have none here', async () => {
  const elsewhere = await makeCompany(product.ctx);
  const theirs = await makeProject(product.ctx, elsewhere.id);
  await makeSubmission(product.ctx, theirs.id, { published: true });
  expect((await overview()).thisWeek).toHaveLength(4);
  product.clock.advance(7 * DAY_MS + 1);
  ({ cookie } = await makePerson(product.ctx, 'client', { companyId }));
  const { thisWeek, totalProjects } = await overview();
  expect(thisWeek).toEqual([]);
  expect(totalProjects).toBe(4);
});
