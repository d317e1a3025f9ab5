import { beforeAll, expect, test } from 'vitest';
import {
  makeCompany,
  makeFile,
  makeProjectWithPeople,
  makePerson,
  makeProject,
  makeSubmission,
} from '#test/factories.ts';
import { type Client, runSite } from '#test/site.ts';
import { sweepSchedules } from '../schedule.ts';

const site = runSite();
const HARBOR = { latitude: 31.55, longitude: -97.13 };
const NORTH = { latitude: 31.6, longitude: -97.13 };
/** About 60 m from North Yard. */
const AT_NORTH = { latitude: 31.6005, longitude: -97.13 };
const FORMER = { latitude: 31.9, longitude: -97.5 };
let staff: Client['submissions'];
let harbor: { id: string };
let north: { id: string };

beforeAll(async () => {
  const company = await makeCompany(site.ctx);
  staff = site.as(await makePerson(site.ctx, 'operator')).submissions;
  harbor = await makeProject(site.ctx, company.id, { name: 'Harbor Tower', ...HARBOR });
  north = await makeProject(site.ctx, company.id, { name: 'North Yard', ...NORTH });
});

/** A draft at Harbor Tower with a file from there, and a file of each kind from North Yard. */
async function mixedDraft() {
  const draft = await makeSubmission(site.ctx, harbor.id);
  await makeFile(site.ctx, draft, HARBOR);
  const capturedAt = new Date('2026-03-24T17:00:00Z');
  const photo = await makeFile(site.ctx, draft, { ...AT_NORTH, capturedAt });
  const video = await makeFile(site.ctx, draft, { ...AT_NORTH, kind: 'video' });
  const log = await makeFile(site.ctx, draft, { ...AT_NORTH, kind: 'document' });
  const map = await makeFile(site.ctx, draft, { kind: 'raster', fileName: 'yard.tif' });
  await site.change(
    `insert into rasters (file_id, raster_type, width, height, bands, level_sizes, has_mask, affine, proj4, valid_share,
       west, south, east, north)
     values ($1, 'orthophoto', 10, 10, 3, '{10}', false, '{1,0,0,0,1,0}', '+proj=longlat', 1, -97.131, 31.599, -97.129, 31.601)`,
    map.id,
  );
  return { ...draft, elsewhere: [photo, video, log, map].map(({ id }) => id) };
}

test('files of any kind taken elsewhere are listed with the matching project and draft', async () => {
  const { id, elsewhere } = await mixedDraft();
  const other = await makeSubmission(site.ctx, north.id, { title: 'Week 8' });
  await site.change("update submissions set recorded_date = '2026-03-17' where id = $1", other.id);
  const draft = await makeSubmission(site.ctx, north.id, { title: 'Week 9' });
  await site.change("update submissions set recorded_date = '2026-03-24' where id = $1", draft.id);
  const answer = await staff.elsewhere({ id });
  expect(answer.placed).toBe(5);
  expect(answer.files.map(({ fileId }) => fileId).toSorted()).toEqual(elsewhere.toSorted());
  expect(new Set(answer.files.map(({ nearest }) => nearest?.draft?.title))).toEqual(
    new Set(['Week 9']),
  );
  expect(answer.files.find(({ fileId }) => fileId === elsewhere[0])).toMatchObject({
    meters: expect.closeTo(5615, -2),
    nearest: { projectName: 'North Yard', meters: expect.closeTo(56, 0) },
  });
});

test('files taken elsewhere are published only after each is confirmed, once', async () => {
  const { id, elsewhere } = await mixedDraft();
  await expect(staff.publish({ id, filesElsewhere: elsewhere.slice(1) })).rejects.toMatchObject({
    code: 'FILES_ELSEWHERE',
    message: expect.stringMatching(
      /^1 file was not taken at Harbor Tower: DJI-\d+\.JPG \(3\.5\smi away, near North Yard\)\./,
    ),
  });
  expect(await staff.get({ id })).toMatchObject({ status: 'draft' });
  expect(await staff.publish({ id, filesElsewhere: elsewhere })).toMatchObject({
    status: 'published',
  });
  const { files, confirmed } = await staff.elsewhere({ id });
  expect(files).toEqual([]);
  expect(confirmed.map(({ fileId }) => fileId).toSorted()).toEqual(elsewhere.toSorted());
  expect(confirmed[0]).toMatchObject({ meters: expect.closeTo(5615, -2) });
  await staff.unpublish({ id });
  expect(await staff.publish({ id })).toMatchObject({ status: 'published' });
});

test('a schedule needs the same confirmation, and is refused for files that arrive later', async () => {
  const { id, projectId, elsewhere } = await mixedDraft();
  const publishAt = new Date(site.clock.now().getTime() + 3_600_000).toISOString();
  await expect(staff.schedule({ id, publishAt })).rejects.toMatchObject({
    code: 'FILES_ELSEWHERE',
  });
  await staff.schedule({ id, publishAt, filesElsewhere: elsewhere });
  await makeFile(site.ctx, { id, projectId }, { ...FORMER, fileName: 'LATE.JPG' });
  site.clock.advance(3_600_000);
  await sweepSchedules(site.ctx);
  expect(await staff.get({ id })).toMatchObject({
    status: 'draft',
    scheduleError: expect.stringContaining('LATE.JPG'),
  });
});

test("a published submission can't move to a project where its files weren't taken", async () => {
  const { id } = await makeSubmission(site.ctx, harbor.id, { published: true });
  const file = await makeFile(site.ctx, { id, projectId: harbor.id }, HARBOR);
  const move = { id, projectId: north.id };
  await expect(staff.move(move)).rejects.toMatchObject({ code: 'FILES_ELSEWHERE' });
  expect(await staff.get({ id })).toMatchObject({ projectId: harbor.id });
  await staff.move({ ...move, filesElsewhere: [file.id] });
  expect(await staff.get({ id })).toMatchObject({ projectId: north.id });
});

test('a project without coordinates is located by its published submissions', async () => {
  const { project } = await makeProjectWithPeople(site.ctx);
  const before = await makeSubmission(site.ctx, project.id, { published: true });
  await makeFile(site.ctx, before, FORMER);
  const draft = await makeSubmission(site.ctx, project.id);
  await makeFile(site.ctx, draft, { latitude: 32.2, longitude: -97.5 });
  const { files } = await staff.elsewhere({ id: draft.id });
  expect(files).toMatchObject([{ meters: expect.closeTo(33_359, -2), nearest: null }]);
});
