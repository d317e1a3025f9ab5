import { beforeAll, expect, test } from 'vitest';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeSubmission,
} from '#test/factories.ts';
import { runSite, type Site } from '#test/site.ts';

const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const { project, client } = await makeProjectWithPeople(ctx, { description: '</script><b>' });
  const stranger = await makePerson(ctx, 'client', { companyId: (await makeCompany(ctx)).id });
  const week = await makeSubmission(ctx, project.id, { published: true });
  await makeFile(ctx, week);
  return { client, stranger, project, week };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

async function pageFor(cookie: string | null) {
  const url = `/dashboard/projects/${world.project.id}`;
  const page = await site.inject({ url, headers: cookie === null ? {} : { cookie } });
  expect(page.statusCode).toBe(200);
  const [, json] = /<script type="application\/json"[^>]*>(.*?)<\/script>/.exec(page.body) ?? [];
  return { page, answers: json === undefined ? null : (JSON.parse(json) as object) };
}

test("a project's page includes its first API responses and is not cached", async () => {
  const { page, answers } = await pageFor(world.client.cookie);
  expect(answers).toMatchObject({
    [`/api/projects/${world.project.id}`]: { description: '</script><b>' },
    [`/api/projects/${world.project.id}/submissions`]: { submissions: [{ id: world.week.id }] },
    [`/api/projects/${world.project.id}/comparison`]: { views: [] },
  });
  expect(page.headers).toMatchObject({ 'cache-control': 'private, no-store' });
  expect(page.headers).not.toHaveProperty('etag');
});

test('the page has no responses for people who cannot see the project', async () => {
  for (const cookie of [null, world.stranger.cookie]) {
    expect((await pageFor(cookie)).answers).toBeNull();
  }
});
