import { expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeSubmission,
  makeViewpoint,
} from '#test/factories.ts';
import { makeRaster } from '#test/fixtures/rasters.ts';
import { runSite } from '#test/site.ts';

const site = runSite();

test('the cover of a submission with only maps is its orthophoto, regardless of file names', async () => {
  const { ctx } = site;
  const { project, client } = await makeProjectWithPeople(ctx);
  const week = await makeSubmission(ctx, project.id, { published: true });
  const heights = await makeRaster(ctx, week);
  const colors = await makeRaster(ctx, week, { changes: { rasterType: 'orthophoto' } });
  const look = `update files set file_name = $2, captured_at = null, presets = '{256}',
    thumbhash = '\\x00' where id = $1`;
  await site.change(look, heights.id, 'dsm.tif');
  await site.change(look, colors.id, 'odm_orthophoto.tif');

  const portal = site.as(client).submissions;
  const { submissions } = await portal.listPublished({ projectId: project.id });
  expect(submissions[0]?.cover?.mediaUrl).toContain(colors.id);
  const { covers } = await portal.latestCovers({});
  expect(covers[0]?.cover.mediaUrl).toContain(colors.id);

  await site.change('update files set sort_order = 1 where id = $1', colors.id);
  const { submissions: sorted } = await portal.listPublished({ projectId: project.id });
  expect(sorted[0]?.cover?.mediaUrl).toContain(heights.id);
});

/** A project with three published submissions, each dated by its photos. */
async function makeWeeks() {
  const { ctx } = site;
  const { project, client } = await makeProjectWithPeople(ctx);
  const weeks = [];
  for (const recordedDate of ['2026-10-05', '2026-10-12', '2026-10-19']) {
    const week = await makeSubmission(ctx, project.id, { published: true });
    await site.change(
      'update submissions set recorded_date = $2 where id = $1',
      week.id,
      recordedDate,
    );
    weeks.push({ ...week, day: new Date(`${recordedDate}T15:00:00Z`) });
  }
  const office = site.as(await makePerson(ctx, 'operator'));
  const { submissions: portal } = site.as(client);
  return { project, client, weeks, office, portal };
}

type Weeks = Awaited<ReturnType<typeof makeWeeks>>;
const photoOf = async (week: Weeks['weeks'][number] | undefined, changes = {}) => {
  if (!week) throw new Error('No such week.');
  const thumbhash = 'AA';
  const { id } = await makeFile(site.ctx, week, { capturedAt: week.day, thumbhash, ...changes });
  return id;
};
const coverOf = async ({ portal }: Weeks, week: { id: string } | undefined) =>
  (await portal.getPublished({ id: week?.id ?? '' })).cover?.mediaUrl;

test('without a choice, the cover shows the viewpoint that clients have known longest', async () => {
  const world = await makeWeeks();
  const [first, second, third] = world.weeks;
  const viewpoint = async (changes = {}) =>
    (await makeViewpoint(site.ctx, world.project.id, changes)).id;
  const [known, later, hidden] = [
    await viewpoint({ sortOrder: 2 }),
    await viewpoint({ sortOrder: 1 }),
    await viewpoint({ isHidden: true }),
  ];
  await photoOf(first, { viewpointId: known });
  await photoOf(first, { viewpointId: hidden });
  await photoOf(second, { viewpointId: later });
  // This photo is the first in the gallery, but its date is wrong.
  await photoOf(third, { sortOrder: 1, capturedAt: new Date('2009-03-14T12:00:00Z') });
  await photoOf(third, { sortOrder: 2, viewpointId: hidden });
  await photoOf(third, { sortOrder: 3, viewpointId: later });
  const expected = await photoOf(third, { sortOrder: 4, viewpointId: known });
  expect(await coverOf(world, third)).toContain(expected);
  const { covers } = await world.portal.latestCovers({});
  expect(covers.map(({ cover }) => cover.mediaUrl)).toEqual([expect.stringContaining(expected)]);
});

test('a photo from another time or place is only the cover if there is no other', async () => {
  const world = await makeWeeks();
  await site.change(
    'update projects set latitude = 31.5, longitude = -97.1 where id = $1',
    world.project.id,
  );
  const [week, other] = world.weeks;
  const old = await photoOf(week, { sortOrder: 1, capturedAt: new Date('2009-03-14T12:00:00Z') });
  await photoOf(week, { sortOrder: 2, latitude: 48.1, longitude: 11.5 });
  const own = await photoOf(week, { sortOrder: 3, latitude: 31.501, longitude: -97.1 });
  expect(await coverOf(world, week)).toContain(own);
  await site.change('update files set deleted_at = now(), deleted_with = id where id = $1', own);
  await site.change('update files set latitude = null, longitude = null where id <> $1', old);
  expect(await coverOf(world, week)).not.toContain(old);
  expect(await coverOf(world, other)).toBeUndefined();
});

test('the cover chosen by staff stays until it is cleared, deleted, hidden or moved', async () => {
  const world = await makeWeeks();
  const { office, weeks } = world;
  const [week, other] = weeks;
  const submissionId = week?.id ?? '';
  const first = await photoOf(week, { sortOrder: 1 });
  const chosen = await photoOf(week, { sortOrder: 2 });
  const choose = (fileId: string | null) => office.files.setCover({ submissionId, fileId });
  const { files } = await choose(chosen);
  expect(files.map(({ id, isCover }) => [id, isCover])).toEqual([
    [first, false],
    [chosen, true],
  ]);
  expect(await coverOf(world, week)).toContain(chosen);
  await choose(null);
  expect(await coverOf(world, week)).toContain(first);

  await choose(chosen);
  await office.files.setForClients({ fileIds: [chosen], isForClients: false });
  expect(await coverOf(world, week)).toContain(first);
  await office.files.setForClients({ fileIds: [chosen], isForClients: true });
  expect(await coverOf(world, week)).toContain(chosen);
  await office.files.remove({ id: chosen });
  expect(await coverOf(world, week)).toContain(first);
  await office.bin.restore({ kind: 'file', id: chosen });
  expect(await coverOf(world, week)).toContain(chosen);

  const inOther = await photoOf(other, { sortOrder: 0 });
  await site.change('update files set submission_id = $2 where id = $1', chosen, other?.id);
  expect(await coverOf(world, week)).toContain(first);
  expect(await coverOf(world, other)).toContain(inOther);
});

test("a document or a file of another submission can't be the cover", async () => {
  const { office, weeks } = await makeWeeks();
  const [week, other] = weeks;
  const submissionId = week?.id ?? '';
  const document = await photoOf(week, { kind: 'document', thumbhash: null });
  for (const [fileId, code] of [
    [document, 'NO_PICTURE'],
    [await photoOf(other), 'FILE_NOT_FOUND'],
  ] as const)
    await expect(office.files.setCover({ submissionId, fileId })).rejects.toMatchObject({ code });
});
