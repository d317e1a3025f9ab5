import { beforeAll, expect, test } from 'vitest';
import {
  makeCompany,
  makePerson,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let companyId: string;
let client: Person;

beforeAll(async () => {
  ({ id: companyId } = await makeCompany(site.ctx));
  client = await makePerson(site.ctx, 'client', { companyId });
});

const overview = () => site.as(client).overview.client();

test("an update has its project's time zone, even if the project isn't a recent one", async () => {
  const { ctx } = site;
  const first = await makeProject(ctx, companyId, { timeZone: 'Asia/Tokyo' });
  const submission = await makeSubmission(ctx, first.id, { published: true });
  for (let count = 0; count < 3; count++) {
    site.clock.advance(1000);
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

test("updates older than seven days, or of other companies, aren't listed", async () => {
  const elsewhere = await makeCompany(site.ctx);
  const theirs = await makeProject(site.ctx, elsewhere.id);
  await makeSubmission(site.ctx, theirs.id, { published: true });
  expect((await overview()).thisWeek).toHaveLength(4);
  site.clock.advance(7 * DAY_MS + 1);
  client = await makePerson(site.ctx, 'client', { companyId });
  const { thisWeek, totalProjects } = await overview();
  expect(thisWeek).toEqual([]);
  expect(totalProjects).toBe(4);
});
