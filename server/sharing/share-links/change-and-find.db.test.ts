import { beforeAll, expect, test } from 'vitest';
import type { ShareLinkList } from '#domain/share-links.ts';
import { makeProjectWithPeople, makePerson, makeProject, makeShareLink } from '#test/factories.ts';
import { type Site, runSite } from '#test/site.ts';

const DAY_MS = 86_400_000;
const site = runSite();
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx }: Site) {
  const { project, client } = await makeProjectWithPeople(ctx);
  const { project: theirs } = await makeProjectWithPeople(ctx);
  return { project, theirs, client };
}

beforeAll(async () => {
  world = await makeWorld(site);
});

const call = (method: 'GET' | 'PATCH', path: string, who: { cookie: string }, body?: object) =>
  site.inject({
    method,
    url: `/api/share-links${path}`,
    headers: { cookie: who.cookie },
    ...(body ? { body } : {}),
  });
const soon = () => new Date(site.clock.now().getTime() + DAY_MS).toISOString();

test("updating a link keeps its target and the fields that aren't sent", async () => {
  const { id, token } = await makeShareLink(site.ctx, world.client.viewer, {
    projectId: world.project.id,
    title: 'For the bank',
    password: 'first-secret',
  });
  const expiresAt = soon();
  const changes = { description: 'Until June', expiresAt, allowDownload: false };
  const changed = await call('PATCH', `/${id}`, world.client, changes);
  expect([changed.statusCode, changed.json()]).toEqual([
    200,
    expect.objectContaining({ ...changes, title: 'For the bank', hasPassword: true }),
  ]);
  const opened = await call('PATCH', `/${id}`, world.client, { password: null, expiresAt: null });
  expect(opened.json()).toMatchObject({ hasPassword: false, expiresAt: null });
  expect((await site.inject({ url: `/api/shared/${token}` })).statusCode).toBe(200);
  await call('PATCH', `/${id}`, world.client, { password: 'second-secret' });
  expect((await site.inject({ url: `/api/shared/${token}` })).statusCode).toBe(401);
  for (const refused of [{ expiresAt: '2020-01-01T00:00:00Z' }, { projectId: world.theirs.id }]) {
    expect((await call('PATCH', `/${id}`, world.client, refused)).statusCode).toBe(400);
  }
  expect(await site.auditEntries(id)).toMatchObject([
    { action: 'share-link.created' },
    { action: 'share-link.changed', detail: { fields: ['description'], allowDownload: {} } },
    { action: 'share-link.changed', detail: { fields: ['passwordHash'] } },
    { action: 'share-link.changed', detail: { fields: ['passwordHash'] } },
  ]);
});

test('the list can be searched and filtered by state and project, and has a total', async () => {
  const { ctx } = site;
  const owner = await makePerson(ctx, 'client', { companyId: world.project.companyId });
  const second = await makeProject(ctx, world.project.companyId);
  const make = (input: { projectId?: string; title?: string; expiresAt?: string }) =>
    makeShareLink(ctx, owner.viewer, { projectId: world.project.id, ...input });
  const open = await make({ title: 'Lender' });
  const over = await make({ title: 'Neighbors', expiresAt: soon() });
  const elsewhere = await make({ projectId: second.id });
  await site.change(
    "update share_links set expires_at = now() - interval '1 s' where id = $1",
    over.id,
  );
  const off = await make({});
  await call('PATCH', `/${off.id}`, owner, { isActive: false });
  const found = async (query: string) => {
    const list = (await call('GET', query, owner)).json<ShareLinkList>();
    return { ids: list.shareLinks.map(({ id }) => id), found: list.found, total: list.total };
  };
  const only = (...links: { id: string }[]) => ({
    ids: links.map(({ id }) => id),
    found: links.length,
    total: 4,
  });
  expect(await found('?search=lend')).toEqual(only(open));
  expect(await found('?state=expired')).toEqual(only(over));
  expect(await found('?state=disabled')).toEqual(only(off));
  expect((await found('?state=active')).ids.toSorted()).toEqual([open.id, elsewhere.id].toSorted());
  expect(await found(`?projectId=${second.id}`)).toEqual(only(elsewhere));
  expect(await found('?page=1')).toEqual({ ids: [], found: 4, total: 4 });
});
