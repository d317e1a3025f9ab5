import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { REPORT_LIMITS } from '#domain/reports.ts';
import type { UnitsChoice } from '#domain/units.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presetKey, reportKey } from '#server/platform/storage/storage.ts';
import { removeForGood } from '#server/projects/bin/remove.ts';
import { removeSubmission } from '#server/submissions/service.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  makeShareLink,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { makePin } from '#test/fixtures/pins.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { runSite, type Site } from '#test/site.ts';
import { contentIn, type ReportContent } from './content.ts';
import { makeRequestedReport } from './make.ts';
import { reportUrl } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const site = runSite();
const RUN = { isLastTry: false, signal: new AbortController().signal };
let world: Awaited<ReturnType<typeof makeWorld>>;

async function makeWorld({ ctx, change }: Site) {
  const { project, client } = await makeProjectWithPeople(ctx, { name: 'Łódź Tower' });
  const [last, week] = [
    await makeSubmission(ctx, project.id, { published: true, title: 'Week 1' }),
    await makeSubmission(ctx, project.id, { published: true, title: 'Week 2' }),
  ];
  const record = 'update submissions set recorded_date = $2 where id = $1';
  await change(record, last.id, '2026-10-12');
  await change(record, week.id, '2026-10-19');
  const pose = { latitude: 31.5, longitude: -97.1, gimbalYaw: 90, gimbalPitch: -20 };
  const before = await makeFile(ctx, last, pose);
  await makeFile(ctx, week, pose);
  return { client, project, last, week, before };
}
beforeAll(async () => {
  world = await makeWorld(site);
});

const prepare = (again = false) =>
  site.as(world.client).reports.prepare({ submissionId: world.week.id, again });
const rows = () => site.rows.selectFrom('reports').selectAll().orderBy('createdAt').execute();
const makeAll = async () => {
  for (const { id } of await rows()) await makeRequestedReport(site.ctx, id, RUN);
};
const get = (url: string, cookie = '') => site.inject({ url, headers: { cookie } });

test('a report is made once, is tagged, describes each picture, and is removed with its week', async () => {
  expect(await prepare()).toMatchObject({ state: 'making', url: null });
  expect(await prepare()).toMatchObject({ state: 'making' });
  expect(await rows()).toHaveLength(1);
  await makeAll();
  await makeAll();
  const { url, bytes, fileName } = await prepare();
  expect(fileName).toBe('Łódź Tower - Week 2 - 2026-10-19.pdf');
  const answer = await get(url ?? '', world.client.cookie);
  expect([answer.statusCode, answer.rawPayload.length]).toEqual([200, bytes]);
  const text = answer.rawPayload.toString('latin1');
  expect(text).toMatch(/\/Marked true/);
  expect(text).toContain('View to the east, Before');
  expect(text).toContain('View to the east, After');
});

test('people who see less get another report, and URLs stop working without access', async () => {
  const { ctx } = site;
  const { client, project, week } = world;
  const link = await makeShareLink(ctx, client.viewer, {
    projectId: project.id,
    submissionId: week.id,
  });
  const url = reportUrl(ctx.signer, { kind: 'share', shareLinkId: link.id }, week.id);
  expect((await get(url)).headers['refresh']).toBe('2;url=report.pdf');
  await makeAll();
  const pdf = await get(url);
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(pdf.rawPayload.toString('latin1')).not.toContain('Before:');
  await site.change('update share_links set allow_download = false where id = $1', link.id);
  expect((await get(url)).statusCode).toBe(404);
});

test('pairs come first in viewpoint order, followed by the other photos', async () => {
  const { ctx } = site;
  const { client } = world;
  const project = await makeProject(ctx, world.project.companyId);
  const weeks = [
    await makeSubmission(ctx, project.id, { published: true }),
    await makeSubmission(ctx, project.id, { published: true }),
  ] as const;
  const record = 'update submissions set recorded_date = $2 where id = $1';
  await site.change(record, weeks[0].id, '2026-10-12');
  await site.change(record, weeks[1].id, '2026-10-19');
  const make = async (name: string, sortOrder: number) =>
    (await makeViewpoint(ctx, project.id, { name, sortOrder })).id;
  const [crane, gate, fence] = [
    await make('Crane', 3),
    await make('Gate', 1),
    await make('Fence', 2),
  ];
  for (const viewpointId of [crane, gate]) await makeFile(ctx, weeks[0], { viewpointId });
  const flown = [null, fence, crane, gate];
  for (const [sortOrder, viewpointId] of flown.entries()) {
    await makeFile(ctx, weeks[1], { viewpointId, sortOrder, fileName: 'Other.JPG' });
  }
  const content = await ctx.db.as(client.viewer, (tx) => contentIn(tx, ctx.config, weeks[1].id));
  const shown = content?.views.map(({ name, before }) => [name, before !== null]);
  expect(shown).toEqual([
    ['Gate', true],
    ['Crane', true],
    ['Fence', false],
    ['Photo 4', false],
  ]);
});

test('photos without a capture time are sorted by name, as on the page', async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, world.project.companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const names = ['3.JPG', '5.JPG', '1.JPG', '4.JPG', '2.JPG'];
  const ids = new Map<string, string>();
  for (const fileName of names) ids.set((await makeFile(ctx, week, { fileName })).id, fileName);
  await site.change('update files set captured_at = null where submission_id = $1', week.id);
  const content = await ctx.db.as(world.client.viewer, (tx) => contentIn(tx, ctx.config, week.id));
  const shown = content?.views.map(({ after }) => ids.get(after.fileId));
  expect(shown).toEqual(names.toSorted());
});

test("photos show the day they were taken in the project's time zone", async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, world.project.companyId, { timeZone: 'America/Chicago' });
  const weeks = await Promise.all(
    ['2026-10-12', '2026-10-19'].map(async (day) => {
      const week = await makeSubmission(ctx, project.id, { published: true });
      await site.change('update submissions set recorded_date = $2 where id = $1', week.id, day);
      return week;
    }),
  );
  const viewpoint = await makeViewpoint(ctx, project.id, { name: 'Gate' });
  const take = async (week: { id: string; projectId: string } | undefined, at: string | null) => {
    if (!week) throw new Error('no week');
    const file = await makeFile(ctx, week, { viewpointId: at ? viewpoint.id : null });
    await site.change('update files set captured_at = $2 where id = $1', file.id, at);
  };
  await take(weeks[0], '2026-10-11T20:00:00Z');
  await take(weeks[1], '2026-10-21T03:00:00Z');
  await take(weeks[1], null);
  const content = await ctx.db.as(world.client.viewer, (tx) =>
    contentIn(tx, ctx.config, weeks[1]?.id ?? ''),
  );
  expect(content?.views.map(({ days }) => days)).toEqual([
    { before: '2026-10-11', after: '2026-10-20' },
    { before: null, after: '2026-10-19' },
  ]);
});

test("a report counts all photos of the week, including those it can't show", async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, world.project.companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const [bare, thermal] = [await makeFile(ctx, week), await makeFile(ctx, week)];
  await makeFile(ctx, week);
  await site.change("update files set presets = '{}' where id = $1", bare.id);
  await site.change("update files set photo_type = 'thermal' where id = $1", thermal.id);
  const content = await ctx.db.as(world.client.viewer, (tx) => contentIn(tx, ctx.config, week.id));
  expect(content).toMatchObject({ photoCount: 3, views: [{ before: null }] });
});

test('the flight record is in the report once clients see it, without photos kept from them', async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, world.project.companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  await makeFile(ctx, week, { relativeAltitude: 60 });
  await makeFile(ctx, week, { relativeAltitude: 110, isForClients: false });
  const flight = async () =>
    (await ctx.db.as(SYSTEM, (tx) => contentIn(tx, ctx.config, week.id)))?.flight;
  expect(await flight()).toBeNull();
  await site.change('update projects set shows_flight_records = true where id = $1', project.id);
  expect(await flight()).toContainEqual([
    'Maximum height',
    expect.stringMatching(/^197\sft above takeoff$/),
  ]);
});

test("a report lists what isn't done yet and clients see, and the approval of its week", async () => {
  const { ctx } = site;
  const { client } = world;
  const staff = await makePerson(ctx, 'operator');
  const project = await makeProject(ctx, world.project.companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const photo = await makeFile(ctx, week, { width: 400, height: 300 });
  const place = { kind: 'week', submissionId: week.id } as const;
  const open = await makePin(ctx, client, photo.id, { text: 'Gap' });
  const done = await makePin(ctx, client, photo.id, { text: 'Fixed' });
  await site.as(client).pins.reply({ id: done.id, replyId: randomUUID(), state: 'done' });
  await makePin(ctx, staff, photo.id, { text: 'Ours', visibility: 'internal' });
  const assignee = { personId: client.id };
  await makePin(ctx, staff, photo.id, { text: 'Please', kind: 'approval', place, assignee });
  const content = await ctx.db.as(staff.viewer, (tx) => contentIn(tx, ctx.config, week.id));
  expect(content).toMatchObject({
    approval: 'Waiting for approval',
    pins: [['Note · Open', `Gap\n${week.title}`]],
  });
  const link = await makeShareLink(ctx, client.viewer, { projectId: project.id });
  const visitor = { kind: 'share', shareLinkId: link.id } as const;
  const shared = () => ctx.db.as(visitor, (tx) => contentIn(tx, ctx.config, week.id));
  expect((await shared())?.pins).toEqual([]);
  await site.as(client).shareLinks.update({ id: link.id, showPins: true });
  const { pins } = await site.as().shareLinks.openPins({ token: link.token });
  expect(pins.map(({ text }) => text).toSorted()).toEqual(['Fixed', 'Gap', 'Please']);
  expect(pins.every(({ author, assignee: whose }) => author === null && whose === null)).toBe(true);
  expect(JSON.stringify(pins)).not.toContain(client.email);
  expect((await shared())?.pins).toHaveLength(1);
  expect(open.replyCount).toBe(0);
});

test('photos of a hidden viewpoint appear as photos without a viewpoint', async () => {
  const { ctx } = site;
  const project = await makeProject(ctx, world.project.companyId);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const hidden = await makeViewpoint(ctx, project.id, { name: 'Neighbor', isHidden: true });
  await makeFile(ctx, week, { viewpointId: hidden.id, fileName: 'One.JPG' });
  const staff = await makePerson(ctx, 'operator');
  const contentFor = (viewer: typeof staff.viewer) =>
    ctx.db.as(viewer, (tx) => contentIn(tx, ctx.config, week.id));
  const content = await contentFor(staff.viewer);
  expect(content?.views).toMatchObject([{ name: 'Photo 1', before: null }]);
  expect(content).toEqual(await contentFor(world.client.viewer));
});

test('a report shows the map of the week to anyone who can see it', async () => {
  const { ctx } = site;
  const { client, project, week } = world;
  const raster = await makeRaster(ctx, week);
  const picture = await sharp({
    create: { width: 256, height: 200, channels: 4, background: '#0000' },
  })
    .webp()
    .toBuffer();
  await ctx.storage.put(presetKey(raster.id, 256), picture);
  await site.change("update files set presets = '{256}' where id = $1", raster.id);
  await site.change('update rasters set area = 24000 where file_id = $1', raster.id);
  const reportText = async (input: { showMaps: boolean }) => {
    const { id } = await makeShareLink(ctx, client.viewer, { projectId: project.id, ...input });
    const url = reportUrl(ctx.signer, { kind: 'share', shareLinkId: id }, week.id);
    await get(url);
    await makeAll();
    return (await get(url)).rawPayload.toString('latin1');
  };
  expect(await reportText({ showMaps: true })).toContain('Elevation, October 19, 2026');
  expect(await reportText({ showMaps: false })).not.toContain('Elevation');
});

test('a report shows the largest map at the project unless staff put another first', async () => {
  const { ctx } = site;
  const place = { latitude: 30.2727, longitude: -97.7509 };
  const project = await makeProject(ctx, world.project.companyId, place);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const make = (width: number) => makeRaster(ctx, week, { changes: { width } });
  const [small, large, stray] = [await make(100), await make(120), await make(140)];
  await site.change('update rasters set west = 10, east = 11 where file_id = $1', stray.id);
  await site.change("update files set presets = '{256}' where submission_id = $1", week.id);
  const shown = async () =>
    (await ctx.db.as(world.client.viewer, (tx) => contentIn(tx, ctx.config, week.id)))?.map?.picture
      .fileId;
  expect(await shown()).toBe(large.id);
  await site.change('update files set sort_order = 1 where id <> $1', small.id);
  expect(await shown()).toBe(small.id);
});

test('an aligned pair is labeled and aligned in the report', async () => {
  const { ctx } = site;
  const { project, week, before } = world;
  const viewpoint = await makeViewpoint(ctx, project.id, { referenceId: before.id });
  const set =
    'update files set viewpoint_id = $2, width = 640, height = 480 where submission_id = $1';
  await site.change(set, before.submissionId ?? '', viewpoint.id);
  await site.change(set, week.id, viewpoint.id);
  const sign = async (matrix: string | null, reason: string | null) => {
    await ctx.db.pool.query(
      `insert into registrations (file_id, reference_id, matrix, reason, created_at)
       select id, $2, $3, $4, now() from files where submission_id = $1 and kind = 'photo'
       on conflict (file_id, reference_id) do update set matrix = $3, reason = $4`,
      [week.id, before.id, matrix, reason],
    );
    await prepare();
    await makeAll();
    const { url } = await prepare();
    return (await get(url ?? '', world.client.cookie)).rawPayload.length;
  };
  const made = async (wanted: string) => {
    const views = (await rows()).flatMap(({ content }) => (content as ReportContent).views);
    return views.find((view) => view.sign === wanted);
  };
  expect(await sign('{1,0,64,0,1,0,0,0,1}', null)).toBeGreaterThan(0);
  const view = await made('Aligned');
  // The photos overlap in 90% of their width (576 pixels), which is scaled to 1024 pixels.
  expect(view?.laid?.before.matrix[0]).toBeCloseTo(1024 / 576, 1);
  expect(await sign(null, 'too-far')).toBeGreaterThan(0);
  const refused = await made('Not aligned: taken from different places');
  expect(refused?.laid).toBeNull();
  await site.change('delete from viewpoints where id = $1', viewpoint.id);
});

test('a missing picture is labeled, and a changed submission gets another report', async () => {
  const { ctx } = site;
  await ctx.storage.remove(presetKey(world.before.id, 256));
  await site.change("update submissions set title = 'Week two' where id = $1", world.week.id);
  expect(await prepare()).toMatchObject({ state: 'making' });
  await makeAll();
  const { url } = await prepare();
  const pdf = (await get(url ?? '', world.client.cookie)).rawPayload.toString('latin1');
  expect(pdf).not.toContain('View to the east, Before');
  expect(pdf).toContain('View to the east, After');
});

test('an abandoned report fails, and is made again on retry', async () => {
  await site.change("update submissions set title = 'Week 2 again' where id = $1", world.week.id);
  expect(await prepare()).toMatchObject({ state: 'making' });
  site.clock.advance(20 * 60_000);
  expect(await prepare()).toMatchObject({ state: 'failed', url: null });
  expect(await prepare(true)).toMatchObject({ state: 'making' });
});

test('deleting a week for good removes its reports', async () => {
  const { ctx } = site;
  const kept = (await rows()).filter(({ state }) => state === 'ready');
  expect(await ctx.storage.size(reportKey(kept[0]?.id ?? ''))).not.toBeNull();
  await removeSubmission(ctx, SYSTEM, { id: world.week.id });
  await removeForGood(ctx, SYSTEM, { kind: 'submission', id: world.week.id });
  const { rows: jobs } = await ctx.db.pool.query<{ data: { fileIds: string[] } }>(
    "select data from pgboss.job where name = 'remove-stored-files'",
  );
  expect(await rows()).toEqual([]);
  expect(jobs.flatMap(({ data }) => data.fileIds)).toEqual(
    expect.arrayContaining(kept.map(({ id }) => id)),
  );
});

test('a new report replaces the oldest, even when the clock was set back', async () => {
  const { id } = world.last;
  const ask = () => site.as(world.client).reports.prepare({ submissionId: id, again: false });
  for (let version = 0; version <= REPORT_LIMITS.kept; version++) {
    site.clock.advance(-1000);
    await site.change('update submissions set title = $2 where id = $1', id, `Version ${version}`);
    expect(await ask()).toMatchObject({ state: 'making' });
  }
  expect(await rows()).toHaveLength(REPORT_LIMITS.kept);
});

test("map figures use the project's units, or those chosen by the reader", async () => {
  const { ctx } = site;
  const place = { latitude: 52.52, longitude: 13.4 };
  const project = await makeProject(ctx, world.project.companyId, place);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const raster = await makeRaster(ctx, week);
  await site.change("update files set presets = '{256}' where id = $1", raster.id);
  const unitsFor = async (viewer: Viewer, chosen?: UnitsChoice) =>
    (await ctx.db.as(viewer, (tx) => contentIn(tx, ctx.config, week.id, chosen)))?.map?.units;
  const reader = await makePerson(ctx, 'client', { companyId: project.companyId });
  expect(await unitsFor(reader.viewer)).toBe('metric');
  await site.as(reader).account.chooseUnits({ units: 'us' });
  expect(await unitsFor(reader.viewer)).toBe('us');
  const link = await makeShareLink(ctx, world.client.viewer, { projectId: project.id });
  const visitor = { kind: 'share', shareLinkId: link.id } as const;
  expect(await unitsFor(visitor)).toBe('metric');
  const url = reportUrl(ctx.signer, visitor, week.id);
  expect((await get(`${url}?units=us`)).headers['refresh']).toBe('2;url=report.pdf?units=us');
  const report = await site.rows
    .selectFrom('reports')
    .select('content')
    .where('submissionId', '=', week.id)
    .executeTakeFirstOrThrow();
  expect(report.content).toMatchObject({ map: { units: 'us' } });
});
