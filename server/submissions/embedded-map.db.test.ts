import { beforeAll, expect, test } from 'vitest';
import { makeProjectWithPeople, makeSubmission, type Person } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const site = runSite();
const ADDRESS = 'https://www.dronedeploy.com/app2/data/1?jwt=a&b="c"';
const MAP = {
  contentType: '2d_map',
  mapEmbedUrl: ADDRESS,
  mapProvider: 'dronedeploy',
  mapCoordinates: { latitude: 40.7128, longitude: -74.006 },
} as const;
let world: { operator: Person; client: Person; stranger: Person; projectId: string };

beforeAll(async () => {
  const { ctx } = site;
  const { project, client, staff: operator } = await makeProjectWithPeople(ctx);
  const { client: stranger } = await makeProjectWithPeople(ctx);
  world = { operator, client, stranger, projectId: project.id };
});

const staff = () => site.as(world.operator).submissions;
const page = (id: string, { cookie }: { cookie: string } = { cookie: '' }) =>
  site.inject({ url: `/embedded-maps/${id}`, headers: { cookie } });

async function withMap(published = true) {
  const { id } = await makeSubmission(site.ctx, world.projectId, { published });
  await staff().update({ id, ...MAP });
  return id;
}

test("a map is stored as entered, and saving it unchanged isn't recorded", async () => {
  const id = await withMap();
  expect(await site.as(world.client).submissions.getPublished({ id })).toMatchObject(MAP);
  const before = await site.auditEntries(id);
  await staff().update({ id, ...MAP });
  expect(await site.auditEntries(id)).toEqual(before);
});

test("a URL from a site other than the provider's is refused, even when only one of the two changes", async () => {
  const id = await withMap();
  const refused = { code: 'INVALID_INPUT', message: expect.stringContaining('dronedeploy.com') };
  const mapEmbedUrl = 'https://evil.example/';
  await expect(staff().update({ id, mapEmbedUrl })).rejects.toMatchObject(refused);
  await staff().update({ id, mapEmbedUrl, mapProvider: 'custom' });
  await expect(staff().update({ id, mapProvider: 'dronedeploy' })).rejects.toMatchObject(refused);
  const { projectId } = world;
  await expect(
    staff().create({ projectId, title: 'Map', mapEmbedUrl, mapProvider: 'dronedeploy' }),
  ).rejects.toMatchObject(refused);
});

test('the frame shows the map to people who see the submission, and allows only its provider', async () => {
  const id = await withMap();
  const { statusCode, headers, body } = await page(id, world.client);
  expect(statusCode).toBe(200);
  expect(headers['content-security-policy']).toContain(
    "default-src 'none'; frame-src https://dronedeploy.com https://*.dronedeploy.com;",
  );
  expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  expect(body).toContain('sandbox="allow-scripts allow-same-origin"');
  expect(body).toContain('src="https://www.dronedeploy.com/app2/data/1?jwt=a&amp;b=&quot;c&quot;"');
  expect((await page(id, world.stranger)).statusCode).toBe(404);
  expect((await page(id)).statusCode).toBe(401);
  const draft = await withMap(false);
  expect((await page(draft, world.client)).statusCode).toBe(404);
  expect((await page(draft, world.operator)).statusCode).toBe(200);
});

test.each(['https://a.example;script-src', 'https://*.example/1', 'javascript:alert(1)'])(
  "the stored URL %s isn't shown",
  async (address) => {
    const id = await withMap();
    await site.change(
      "update submissions set map_embed_url = $2, map_provider = 'custom' where id = $1",
      id,
      address,
    );
    expect((await page(id, world.client)).statusCode).toBe(404);
  },
);

test('a change based on an outdated version is refused', async () => {
  const id = await withMap();
  const { updatedAt } = await staff().get({ id });
  await staff().update({ id, title: 'Theirs', ifUnchangedSince: updatedAt });
  await expect(
    staff().update({ id, title: 'Mine', ifUnchangedSince: updatedAt }),
  ).rejects.toMatchObject({ code: 'SUBMISSION_CHANGED' });
});

test('a type without a map section hides the map, and it returns with its old type', async () => {
  const id = await withMap();
  await staff().update({ id, contentType: 'article' });
  const published = await site.as(world.client).submissions.getPublished({ id });
  expect(published).toMatchObject({ mapEmbedUrl: null, mapCoordinates: null });
  expect((await page(id, world.client)).statusCode).toBe(404);
  expect(await staff().get({ id })).toMatchObject({ mapEmbedUrl: ADDRESS });
});
