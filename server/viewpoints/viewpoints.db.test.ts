import { beforeAll, expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makeProject,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from '../files/process.ts';

const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
const HERE = { latitude: 31.5585, longitude: -97.129 };
/** Three times as far away as photos of the same viewpoint can be. */
const ELSEWHERE = { latitude: HERE.latitude + 30 / 111_195, longitude: HERE.longitude };
const site = runSite();
let company: { id: string };
let staff: Person;
let client: Person;

beforeAll(async () => {
  ({ company, client, staff } = await makeProjectWithPeople(site.ctx));
});

async function makeWeek(recordedDate: string, projectId?: string) {
  const { ctx } = site;
  const id = projectId ?? (await makeProject(ctx, company.id)).id;
  const week = await makeSubmission(ctx, id, { published: true });
  await site.change(
    'update submissions set recorded_date = $2 where id = $1',
    week.id,
    recordedDate,
  );
  return { ...week, projectId: id };
}

let arrived = 0;

/** Processes a new photo taken at this place as the worker does. Returns its viewpoint. */
async function arriving(week: { id: string; projectId: string }, at: typeof HERE) {
  // Each photo has a different size, because a project rejects identical bytes.
  const bytes = await jpegPhoto({
    exif: gpsExif(at.latitude, at.longitude),
    height: 480 + arrived++,
  });
  const { id } = await makeFile(site.ctx, week, { bytes, state: 'processing' });
  await processStored(site.ctx, id, FIRST_TRY);
  const files = await site.as(staff).files.list({ submissionId: week.id });
  return files.files.find((file) => file.id === id)?.viewpointId;
}

test('a viewpoint lists its photos from oldest to latest, without unpublished ones for clients', async () => {
  const { ctx } = site;
  const late = await makeWeek('2026-11-20');
  const { projectId } = late;
  const early = await makeWeek('2026-11-13', projectId);
  const draft = await makeSubmission(ctx, projectId);
  const { id: viewpointId } = await makeViewpoint(ctx, projectId, { name: 'Crane' });
  const [second, first] = [
    await makeFile(ctx, late, { viewpointId }),
    await makeFile(ctx, early, { viewpointId }),
  ];
  await makeFile(ctx, early, { viewpointId, photoType: 'thermal' });
  const hidden = await makeFile(ctx, draft, { viewpointId });

  const seen = await site.as(client).viewpoints.get({ id: viewpointId });
  expect(seen.photos).toMatchObject([
    { id: first.id, day: '2026-11-13', isPublished: true },
    { id: second.id, day: '2026-11-20', isPublished: true },
  ]);
  const all = await site.as(staff).viewpoints.get({ id: viewpointId });
  expect(all.photos.find(({ id }) => id === hidden.id)).toMatchObject({ isPublished: false });
  const { viewpoints } = await site.as(client).viewpoints.list({ projectId });
  expect(viewpoints).toMatchObject([
    { name: 'Crane', photoCount: 2, weekCount: 2, firstDay: '2026-11-13', lastDay: '2026-11-20' },
  ]);
  expect(viewpoints[0]?.cover?.mediaUrl).toBe(seen.photos[1]?.mediaUrl);
});

test('photos of later visits go to the viewpoint that theirs was merged into', async () => {
  const week = await makeWeek('2026-11-13');
  const kept = (await arriving(week, HERE)) ?? '';
  const other = (await arriving(week, ELSEWHERE)) ?? '';
  expect(other).not.toBe(kept);
  const { viewpoints } = site.as(staff);
  await viewpoints.merge({ id: other, intoId: kept });
  expect(await arriving(await makeWeek('2026-11-20', week.projectId), ELSEWHERE)).toBe(kept);
  expect((await viewpoints.get({ id: kept })).photos).toHaveLength(3);
  await expect(viewpoints.get({ id: other })).rejects.toMatchObject({
    code: 'VIEWPOINT_NOT_FOUND',
  });
});

test('a photo that staff add to a viewpoint updates its position', async () => {
  const { ctx } = site;
  const week = await makeWeek('2026-11-13');
  const { id } = await makeViewpoint(ctx, week.projectId, HERE);
  const given = await makeFile(ctx, week, ELSEWHERE);
  const unplaced = await makeFile(ctx, week);
  await site.as(staff).viewpoints.assign({ id, fileIds: [given.id, unplaced.id] });
  expect(await arriving(await makeWeek('2026-11-20', week.projectId), ELSEWHERE)).toBe(id);
});

test('splitting photos off a viewpoint creates one after it, which gets later photos', async () => {
  const { ctx } = site;
  const week = await makeWeek('2026-11-13');
  const { projectId } = week;
  const { id } = await makeViewpoint(ctx, projectId, { ...HERE, sortOrder: 1 });
  const last = await makeViewpoint(ctx, projectId, { latitude: 30, sortOrder: 2 });
  const near = { ...HERE, latitude: HERE.latitude + 6 / 111_195 };
  const photo = await makeFile(ctx, week, { ...near, viewpointId: id });
  const { viewpoints } = site.as(staff);
  await expect(viewpoints.split({ id, fileIds: [photo.id] })).rejects.toMatchObject({
    code: 'VIEWPOINT_LEFT_EMPTY',
  });
  await makeFile(ctx, week, { ...HERE, viewpointId: id });
  const made = await viewpoints.split({ id, fileIds: [photo.id], name: 'From the roof' });
  const order = (await viewpoints.list({ projectId })).viewpoints.map((it) => it.id);
  expect(order).toEqual([id, made.id, last.id]);
  expect(await arriving(await makeWeek('2026-11-20', projectId), near)).toBe(made.id);
});

test('staff name, order and hide viewpoints, and refusals explain why', async () => {
  const { ctx } = site;
  const week = await makeWeek('2026-11-13');
  const { projectId } = week;
  const [one, two] = [await makeViewpoint(ctx, projectId), await makeViewpoint(ctx, projectId)];
  const elsewhere = await makeViewpoint(ctx, (await makeProject(ctx, company.id)).id);
  const { viewpoints } = site.as(staff);
  for (const { id } of [one, two]) await makeFile(ctx, week, { viewpointId: id });
  await viewpoints.update({ id: one.id, name: 'Gate', isHidden: true });
  await viewpoints.reorder({ projectId, ids: [two.id, one.id] });
  const { viewpoints: seen } = await site.as(client).viewpoints.list({ projectId });
  expect(seen.map(({ id }) => id)).toEqual([two.id]);
  const all = (await viewpoints.list({ projectId })).viewpoints;
  expect(all.map(({ name }) => name)).toEqual([two.name, 'Gate']);

  const refused = async (work: Promise<unknown>, code: string) =>
    expect(work).rejects.toMatchObject({ code });
  await refused(viewpoints.update({ id: two.id, name: 'Gate' }), 'VIEWPOINT_NAME_TAKEN');
  await refused(viewpoints.reorder({ projectId, ids: [one.id] }), 'VIEWPOINTS_CHANGED');
  await refused(viewpoints.reorder({ projectId, ids: [one.id, one.id] }), 'VIEWPOINTS_CHANGED');
  await refused(viewpoints.merge({ id: one.id, intoId: one.id }), 'VIEWPOINT_MERGED_INTO_ITSELF');
  await refused(viewpoints.merge({ id: one.id, intoId: elsewhere.id }), 'VIEWPOINT_NOT_FOUND');
  const photo = await makeFile(ctx, week);
  await refused(
    viewpoints.assign({ id: elsewhere.id, fileIds: [photo.id] }),
    'PHOTO_OF_NO_VIEWPOINT',
  );
});

test('a viewpoint whose last photo moves away disappears for clients, and staff can delete it', async () => {
  const { ctx } = site;
  const week = await makeWeek('2026-11-13');
  const { projectId } = week;
  const [left, other] = [await makeViewpoint(ctx, projectId), await makeViewpoint(ctx, projectId)];
  const photo = await makeFile(ctx, week, { viewpointId: left.id });
  const { viewpoints } = site.as(staff);
  await expect(viewpoints.remove({ id: left.id })).rejects.toMatchObject({
    code: 'VIEWPOINT_HAS_PHOTOS',
  });
  await viewpoints.assign({ id: other.id, fileIds: [photo.id] });

  const idsFor = async (person: Person) =>
    (await site.as(person).viewpoints.list({ projectId })).viewpoints.map(({ id }) => id);
  expect(await idsFor(client)).toEqual([other.id]);
  expect(await idsFor(staff)).toEqual([left.id, other.id]);
  await viewpoints.remove({ id: left.id });
  expect(await idsFor(staff)).toEqual([other.id]);
});

test("a viewpoint without photos isn't listed or reported missing until they are restored", async () => {
  const { ctx } = site;
  const draft = await makeSubmission(ctx, (await makeProject(ctx, company.id)).id);
  const { projectId } = draft;
  const id = (await arriving(draft, HERE)) ?? '';
  const [photo] = (await site.as(staff).files.list({ submissionId: draft.id })).files;
  const listed = async (person: Person) =>
    (await site.as(person).viewpoints.list({ projectId })).viewpoints.map((it) => it.id);
  const compared = async () =>
    (await site.as(staff).card.compare({ projectId, sizes: [] })).viewpoints;

  expect([await listed(staff), await listed(client)]).toEqual([[id], []]);
  expect(await compared()).toMatchObject([{ id, isPublished: false }]);
  await site.as(staff).files.remove({ id: photo?.id ?? '' });
  expect([await listed(staff), await compared()]).toEqual([[], []]);
  await site.as(staff).viewpoints.reorder({ projectId, ids: [] });
  await site.as(staff).bin.restore({ kind: 'file', id: photo?.id ?? '' });
  expect(await listed(staff)).toEqual([id]);

  await site.as(staff).submissions.publish({ id: draft.id });
  expect([await listed(client), await compared()]).toMatchObject([[id], [{ isPublished: true }]]);
  await site.as(staff).submissions.unpublish({ id: draft.id });
  expect([await listed(client), await compared()]).toMatchObject([[], [{ isPublished: false }]]);

  await site.as(staff).submissions.remove({ id: draft.id });
  expect([await listed(staff), await compared()]).toEqual([[], []]);
  await site.as(staff).bin.remove({ kind: 'submission', id: draft.id });
  await arriving({ ...(await makeSubmission(ctx, projectId)), projectId }, ELSEWHERE);
  const { viewpoints } = await site.as(staff).viewpoints.list({ projectId });
  expect(viewpoints.map(({ name }) => name)).toEqual(['Site view']);
});
