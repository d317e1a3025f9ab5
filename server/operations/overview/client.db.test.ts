import { beforeAll, expect, test } from 'vitest';
import {
  makeParties,
  makePerson,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let company: { id: string };
let client: Person;

beforeAll(async () => {
  ({ company, client } = await makeParties(site.ctx));
});

const overview = () => site.as(client).overview.client();

test('an update bears the time zone of its project, also of one that is not among the recent ones', async () => {
  const { ctx } = site;
  const first = await makeProject(ctx, company.id, { timeZone: 'Asia/Tokyo' });
  const submission = await makeSubmission(ctx, first.id, { published: true });
  for (let count = 0; count < 3; count++) {
    site.clock.advance(1000);
    const later = await makeProject(ctx, company.id, { timeZone: 'America/Bogota' });
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
  const { project: theirs } = await makeParties(site.ctx);
  await makeSubmission(site.ctx, theirs.id, { published: true });
  expect((await overview()).thisWeek).toHaveLength(4);
  site.clock.advance(7 * DAY_MS + 1);
  client = await makePerson(site.ctx, 'client', { companyId: company.id });
  const { thisWeek, totalProjects } = await overview();
  expect(thisWeek).toEqual([]);
  expect(totalProjects).toBe(4);
});
