import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { removeStoredFiles } from '#server/platform/storage/remove-job.ts';
import { timelapsePartKey } from '#server/platform/storage/storage.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { runSite, type Site } from '#test/site.ts';
import { makeTimelapseFilm } from './make.ts';
import { timelapseUrl } from './url.ts';
import { sweepTimelapses } from './service.ts';

const site = runSite();
const RUN = { isLastTry: false, signal: new AbortController().signal };
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx, change }: Site) {
  const { project, client } = await makeProjectWithPeople(ctx, { name: 'Łódź Tower' });
  const other = await makePerson(ctx, 'client');
  const { id: viewpointId } = await makeViewpoint(ctx, project.id, { name: 'Crane' });
  const weeks = [];
  for (const day of ['2026-10-05', '2026-10-12', '2026-10-19']) {
    const week = await makeSubmission(ctx, project.id, { published: true });
    await change('update submissions set recorded_date = $2 where id = $1', week.id, day);
    await makeFile(ctx, week, { viewpointId, width: 400, height: 300 });
    weeks.push(week);
  }
  return { client, other, project, viewpointId, weeks };
}
beforeAll(async () => {
  world = await makeWorld(site);
});

const wanted = (look = {}) => ({ viewpointId: world.viewpointId, size: '1080p', look }) as const;
const api = () => site.as(world.client).timelapses;
const rows = () => site.rows.selectFrom('timelapses').selectAll().orderBy('createdAt').execute();
const makeAll = async () => {
  for (const { id } of await rows()) await makeTimelapseFilm(site.ctx, id, RUN);
};
const get = (url: string, cookie = '') => site.inject({ url, headers: { cookie } });

test('a video is made once, and anyone who sees all its photos can get it', async () => {
  expect(await api().prepare(wanted())).toMatchObject({ state: 'making', url: null });
  expect(await api().prepare(wanted())).toMatchObject({ state: 'making' });
  expect(await rows()).toHaveLength(1);
  await makeAll();
  const { state, url, bytes, fileName } = await api().prepare(wanted());
  expect([state, fileName]).toEqual(['ready', 'Łódź Tower - Crane - 300p.mp4']);
  const answer = await get(url ?? '', world.client.cookie);
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, bytes]);
  expect(answer.rawPayload.subarray(4, 8).toString()).toBe('ftyp');
  expect((await get(url ?? '', world.other.cookie)).statusCode).toBe(404);
  const [id = ''] = (await rows()).map((row) => row.id);
  expect(await site.ctx.storage.size(timelapsePartKey(id, 0))).toBeNull();

  const [first] = world.weeks;
  await site.change("update submissions set status = 'draft' where id = $1", first?.id);
  expect((await get(url ?? '', world.client.cookie)).statusCode).toBe(404);
  await site.change("update submissions set status = 'published' where id = $1", first?.id);
  await site.change('update viewpoints set is_hidden = true where id = $1', world.viewpointId);
  expect((await get(url ?? '', world.client.cookie)).statusCode).toBe(404);
  await site.change('update viewpoints set is_hidden = false where id = $1', world.viewpointId);
});

describe('under a share link', () => {
  type Input = Parameters<typeof makeShareLink>[2];
  const open = async (changes: Partial<Input> = {}) => {
    const { client, project } = world;
    const input = { projectId: project.id, showTimelapses: true, ...changes };
    const link = await makeShareLink(site.ctx, client.viewer, input);
    return { ...link, page: await site.as().shareLinks.open({ token: link.token }) };
  };

  test('visitors play the newest video whose photos are all shown', async () => {
    const { viewpointId, weeks } = world;
    const { page } = await open();
    expect(page.timelapses).toMatchObject([
      { viewpointName: 'Crane', photoCount: 3, seconds: 3 * 0.6 },
    ]);
    const [film] = page.timelapses;
    const answer = await get(film?.url ?? '');
    expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, film?.bytes]);
    expect((await get(`${film?.poster.mediaUrl}/w256.webp`)).statusCode).toBe(200);
    site.clock.advance(1000);
    await api().prepare(wanted({ hasDays: false }));
    await makeAll();
    const newest = (await open()).page.timelapses;
    expect(newest).toHaveLength(1);
    expect(newest[0]?.id).not.toBe(film?.id);
    await site.change('update viewpoints set is_hidden = true where id = $1', viewpointId);
    expect((await open()).page.timelapses).toEqual([]);
    expect((await get(film?.url ?? '')).statusCode).toBe(404);
    await site.change('update viewpoints set is_hidden = false where id = $1', viewpointId);

    const ids = weeks.map(({ id }) => id);
    const narrow = await open({ submissionIds: ids.slice(1) });
    expect(narrow.page.timelapses).toEqual([]);
    const recipient = { kind: 'share', shareLinkId: narrow.id } as const;
    const sealed = timelapseUrl(site.ctx.signer, recipient, film?.id ?? '');
    expect((await get(sealed)).statusCode).toBe(404);
  });

  test.each([{ showTimelapses: false }, { showPhotos: false }, { isActive: false }])(
    'no video is available with %j, at any URL',
    async (changes) => {
      const { id, page } = await open();
      const url = page.timelapses[0]?.url ?? '';
      expect((await get(url)).statusCode).toBe(200);
      await site.as(world.client).shareLinks.update({ id, ...changes });
      await expect.poll(async () => (await get(url)).statusCode).toBe(404);
    },
  );

  test('no video plays before the password is entered', async () => {
    const { id, page } = await open();
    await site.as(world.client).shareLinks.update({ id, password: 'a long secret' });
    expect((await get(page.timelapses[0]?.url ?? '')).statusCode).toBe(401);
  });

  test('an old video that an open link shows is kept', async () => {
    await open();
    const all = (await rows()).length;
    await site.change("update timelapses set created_at = created_at - interval '31 days'");
    await sweepTimelapses(site.ctx);
    expect(await rows()).toHaveLength(all);
    await site.rows.updateTable('shareLinks').set({ isActive: false }).execute();
    await sweepTimelapses(site.ctx);
    expect(await rows()).toEqual([]);
  });
});

test('a canceled video stops, and continues when it is requested again', async () => {
  const slow = wanted({ speed: 'slow' });
  await api().prepare(slow);
  expect(await api().cancel(slow)).toMatchObject({ state: 'cancelled' });
  await makeAll();
  expect(await api().prepare(slow)).toMatchObject({ state: 'cancelled', url: null });
  expect(await api().prepare({ ...slow, again: true })).toMatchObject({ state: 'making' });
  await makeAll();
  expect(await api().prepare(slow)).toMatchObject({ state: 'ready' });
});

test('a returning person sees the progress of the video with the same settings', async () => {
  const { id: viewpointId } = await makeViewpoint(site.ctx, world.project.id);
  for (const week of world.weeks)
    await makeFile(site.ctx, week, { viewpointId, width: 5472, height: 3648 });
  const look = { speed: 'fast' } as const;
  const film = { viewpointId, size: '4k', look } as const;
  const inTheMaking = async (asked = {}) => (await api().making({ viewpointId, look: asked })).film;
  const others = site.as(world.other).timelapses.making({ viewpointId, look });
  await expect(others).rejects.toMatchObject({ code: 'VIEWPOINT_NOT_FOUND' });

  const before = await rows();
  expect(await inTheMaking(look)).toBeNull();
  expect(await rows()).toEqual(before);
  const begun = await api().prepare(film);
  expect([await inTheMaking(look), await inTheMaking()]).toEqual([begun, null]);
  site.clock.advance(16 * 60_000);
  expect(await inTheMaking(look)).toBeNull();
  await api().prepare({ ...film, again: true });
  expect(await inTheMaking(look)).toMatchObject({ size: '4k', percent: 0 });
  await api().cancel(film);
  expect(await inTheMaking(look)).toBeNull();
});

test('videos of a project or photo are deleted with it', async () => {
  const { ctx } = site;
  const { project } = await makeProjectWithPeople(ctx);
  const { id: viewpointId } = await makeViewpoint(ctx, project.id);
  const photo = await makeFile(ctx, await makeSubmission(ctx, project.id));
  const staff = site.as(await makePerson(ctx, 'operator'));
  const [now, text] = [new Date(), { contentKey: 'k', fileName: 'a.mp4' }];
  const film = async (fileId: string, contentKey: string) => {
    const content = JSON.stringify({ shots: [{ fileId }] });
    const row = { viewpointId, ...text, contentKey, content, createdAt: now, updatedAt: now };
    const made = site.rows.insertInto('timelapses').values(row).returning('id');
    return (await made.executeTakeFirstOrThrow()).id;
  };
  const [kept, gone] = [await film(photo.id, 'a'), await film(randomUUID(), 'b')];
  const removed = async () =>
    (await ctx.queue.list(removeStoredFiles)).pending.flatMap(({ fileIds }) => fileIds);
  await sweepTimelapses(ctx);
  expect(await removed()).toContain(gone);
  expect(await removed()).not.toContain(kept);
  await staff.projects.remove({ id: project.id, typedName: project.name });
  expect(await removed()).not.toContain(kept);
  await staff.bin.remove({ kind: 'project', id: project.id });
  expect(await removed()).toContain(kept);
});
