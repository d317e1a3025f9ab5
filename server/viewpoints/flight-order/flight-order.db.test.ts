import { beforeAll, expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makeProject,
  makeSubmission,
  type Person,
} from '#test/factories.ts';
import { gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { processStored } from '../../files/process.ts';

const FIRST_TRY = { isLastTry: false, signal: new AbortController().signal };
const site = runSite();
let company: { id: string };
let staff: Person;

beforeAll(async () => {
  ({ company, staff } = await makeProjectWithPeople(site.ctx));
});

type Week = { id: string; projectId: string };

async function makeWeek(projectId?: string): Promise<Week> {
  const id = projectId ?? (await makeProject(site.ctx, company.id)).id;
  return { projectId: id, id: (await makeSubmission(site.ctx, id)).id };
}

/** Processes a photo per number, taken at that minute and at a position of its own. */
async function arriving(week: Week, ...minutes: number[]): Promise<void> {
  for (const minute of minutes) await arrivingAt(minute, week, minute);
}

async function arrivingAt(place: number, week: Week, ...minutes: number[]): Promise<void> {
  for (const minute of minutes) {
    const exif = gpsExif(31.5 + place / 1000, -97.129);
    const taken = `2026:11:20 10:${minute.toString().padStart(2, '0')}:00`;
    const bytes = await jpegPhoto({
      exif: { ...exif, IFD2: { ...exif['IFD2'], DateTimeOriginal: taken } },
    });
    const fileName = `DJI_${minute}.JPG`;
    const { id } = await makeFile(site.ctx, week, { bytes, fileName, state: 'processing' });
    await processStored(site.ctx, id, FIRST_TRY);
  }
}

/** The names of the viewpoints in order, each with its first photo. */
async function listed({ projectId }: Week): Promise<string[]> {
  const { viewpoints } = site.as(staff);
  const all = (await viewpoints.list({ projectId })).viewpoints;
  const first = async (id: string) => (await viewpoints.get({ id })).photos[0]?.fileName;
  return Promise.all(
    all.map(async ({ id, name }) => `${name}: ${/\d+/.exec((await first(id)) ?? '')?.[0]}`),
  );
}

test('new viewpoints are numbered in flight order, regardless of processing order', async () => {
  const week = await makeWeek();
  await arriving(week, 30, 10, 20);
  expect(await listed(week)).toEqual(['Site view: 10', 'Site view 2: 20', 'Site view 3: 30']);
  await arriving(week, 5);
  expect(await listed(week)).toEqual([
    'Site view: 5',
    'Site view 2: 10',
    'Site view 3: 20',
    'Site view 4: 30',
  ]);
});

test('viewpoints that staff named or ordered keep their name and position', async () => {
  const week = await makeWeek();
  const { projectId } = week;
  const { viewpoints } = site.as(staff);
  const ids = async () => (await viewpoints.list({ projectId })).viewpoints.map(({ id }) => id);
  await arriving(week, 10, 20);
  const [, second = ''] = await ids();
  await viewpoints.update({ id: second, name: 'Gate' });
  await arriving(week, 40, 5);
  expect(await listed(week)).toEqual([
    'Site view: 5',
    'Gate: 20',
    'Site view 2: 10',
    'Site view 3: 40',
  ]);
  await viewpoints.reorder({ projectId, ids: (await ids()).toReversed() });
  await arriving(week, 3, 2);
  expect(await listed(week)).toEqual([
    'Site view 3: 40',
    'Site view 2: 10',
    'Gate: 20',
    'Site view: 5',
    'Site view 4: 2',
    'Site view 5: 3',
  ]);
});

test('viewpoints that clients have seen keep their name and position, even in a draft', async () => {
  const week = await makeWeek();
  const { submissions } = site.as(staff);
  await arriving(week, 10, 20);
  await submissions.publish({ id: week.id });
  await submissions.unpublish({ id: week.id });
  await arriving(await makeWeek(week.projectId), 5, 3);
  expect(await listed(week)).toEqual([
    'Site view: 10',
    'Site view 2: 20',
    'Site view 3: 3',
    'Site view 4: 5',
  ]);
});

test('an earlier photo moves its viewpoint, and a later one changes nothing', async () => {
  const week = await makeWeek();
  await arriving(week, 10, 20);
  await arrivingAt(20, week, 5);
  expect(await listed(week)).toEqual(['Site view: 5', 'Site view 2: 10']);
  // Staff change the order.
  await site.change(
    `update viewpoints set sort_order = 3 - sort_order where project_id = $1`,
    week.projectId,
  );
  await arrivingAt(20, week, 30);
  expect(await listed(week)).toEqual(['Site view 2: 10', 'Site view: 5']);
});
