import { beforeEach, expect, test } from 'vitest';
import { makeCompany, makePerson, makeProject, makeSubmission, makeFile } from '#test/factories.ts';
import { gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { type Client, runSite } from '#test/site.ts';
import { processStored } from '../process.ts';
import { placeWaiting } from './waiting.ts';

const site = runSite();
const RUN = { isLastTry: true, signal: new AbortController().signal };
const HARBOR = { latitude: 31.55, longitude: -97.13 };
const NORTH = { latitude: 31.6, longitude: -97.13 };

let staff: Client;
let companyId: string;
let minute = 0;

beforeEach(async () => {
  companyId = (await makeCompany(site.ctx)).id;
  staff = site.as(await makePerson(site.ctx, 'operator'));
  minute = 0;
});

async function draftAt(place: object = {}) {
  const { id: projectId } = await makeProject(site.ctx, companyId, place);
  return { ...(await makeSubmission(site.ctx, projectId)), projectId };
}

/** Adds and processes photos one after another. `steps` are distances north of `at`, in hundreds of meters. */
async function arrive(
  week: { id: string; projectId: string },
  at: typeof HARBOR,
  ...steps: number[]
) {
  const ids: string[] = [];
  for (const step of steps) {
    const exif = gpsExif(at.latitude + step / 1112, at.longitude);
    const taken = `2026:11:20 10:${String(minute++).padStart(2, '0')}:00`;
    const bytes = await jpegPhoto({
      exif: { ...exif, IFD2: { ...exif['IFD2'], DateTimeOriginal: taken } },
    });
    const { id } = await makeFile(site.ctx, week, { bytes, state: 'processing' });
    await processStored(site.ctx, id, RUN);
    ids.push(id);
  }
  return ids;
}

const names = async ({ projectId }: { projectId: string }) =>
  (await staff.viewpoints.list({ projectId })).viewpoints.map(({ name }) => name);
const viewpointsOf = async (...ids: string[]) =>
  Promise.all(
    ids.map(
      async (id) =>
        (
          await site.rows
            .selectFrom('files')
            .leftJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
            .where('files.id', '=', id)
            .select('name')
            .executeTakeFirst()
        )?.name ?? null,
    ),
  );

test('photos taken elsewhere create no viewpoint until they move to their project', async () => {
  const [harbor, north] = [await draftAt(HARBOR), await draftAt(NORTH)];
  const away = await arrive(harbor, NORTH, 0, 1);
  await arrive(harbor, HARBOR, 0);
  expect(await names(harbor)).toEqual(['Site view']);
  const { photos } = await staff.viewpoints.unplaced({ projectId: harbor.projectId });
  expect(photos).toMatchObject([{ reason: 'far-off' }, { reason: 'far-off' }]);
  await staff.submissions.moveFiles({
    id: harbor.id,
    fileIds: away,
    to: { submissionId: north.id },
  });
  expect(await viewpointsOf(...away)).toEqual(['Site view', 'Site view 2']);
});

test('photos get viewpoints only after staff publish anyway or move the project', async () => {
  const [published, relocated] = [await draftAt(HARBOR), await draftAt(HARBOR)];
  const [shown = ''] = await arrive(published, NORTH, 0);
  const [near = ''] = await arrive(relocated, NORTH, 0);
  await placeWaiting(site.ctx);
  expect(await viewpointsOf(shown, near)).toEqual([null, null]);
  await staff.submissions.publish({ id: published.id, filesElsewhere: [shown] });
  await staff.projects.update({ id: relocated.projectId, ...NORTH });
  await placeWaiting(site.ctx);
  expect(await viewpointsOf(shown, near)).toEqual(['Site view', 'Site view']);
});

test('without coordinates, the site is where most photos of the first visit were taken', async () => {
  const week = await draftAt();
  const away = await arrive(week, NORTH, 0, 1);
  expect(await viewpointsOf(...away)).toEqual(['Site view', 'Site view 2']);
  const home = await arrive(week, HARBOR, 0, 2, 4);
  expect(await viewpointsOf(...away)).toEqual([null, null]);
  expect(await viewpointsOf(...home)).toEqual(['Site view', 'Site view 2', 'Site view 3']);
});

test('viewpoint numbers of moved photos are reused if nothing was published', async () => {
  const [harbor, north] = [await draftAt(), await draftAt(NORTH)];
  const first = await arrive(harbor, HARBOR, 0, 2);
  const rest = await arrive(harbor, HARBOR, 4, 6);
  const move = (fileIds: string[]) =>
    staff.submissions.moveFiles({ id: harbor.id, fileIds, to: { submissionId: north.id } });
  await move(first);
  expect(await viewpointsOf(...rest)).toEqual(['Site view', 'Site view 2']);
  await staff.submissions.publish({ id: harbor.id });
  await move(rest.slice(0, 1));
  expect(await names(harbor)).toEqual(['Site view 2']);
});
