import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFile, makeProjectWithPeople, makeSubmission, makeViewpoint } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const MIGRATION = join(
  import.meta.dirname,
  '../../db/migrations/20261127T1310-mend-unknown-gimbals.sql',
);
const site = runSite();
const UNSET = { gimbalYaw: 0, gimbalPitch: 0 };

async function makeProjectWithViewpoint(name: string) {
  const {
    project: { id: projectId },
  } = await makeProjectWithPeople(site.ctx);
  const viewpoint = await makeViewpoint(site.ctx, projectId, { name, ...UNSET, sortOrder: 1 });
  const submission = { ...(await makeSubmission(site.ctx, projectId)), projectId };
  const photo = (flightYaw: number | null, look: { gimbalYaw: number; gimbalPitch: number }) =>
    makeFile(site.ctx, submission, { viewpointId: viewpoint.id, flightYaw, ...look });
  return { projectId, photo };
}

const photosOf = (projectId: string) =>
  site.rows
    .selectFrom('files')
    .leftJoin('viewpoints', 'viewpoints.id', 'files.viewpointId')
    .where('files.projectId', '=', projectId)
    .select(['files.gimbalYaw', 'files.gimbalPitch', 'viewpoints.name'])
    .orderBy('files.flightYaw')
    .execute();

const migrate = async () => site.change(await readFile(MIGRATION, 'utf8'));

test('photos of one place with an unknown gimbal become viewpoints by direction', async () => {
  const { projectId, photo } = await makeProjectWithViewpoint('Viewpoint 1');
  for (const yaw of [175, -90, -178]) await photo(yaw, UNSET);
  await migrate();
  const [west, ...south] = (await photosOf(projectId)).toSorted((a, b) =>
    Math.abs(a.gimbalYaw ?? 0) < Math.abs(b.gimbalYaw ?? 0) ? -1 : 1,
  );
  expect(west).toMatchObject({ gimbalYaw: -90, gimbalPitch: null });
  expect(south.map(({ gimbalYaw }) => gimbalYaw)).toEqual([175, -178]);
  expect(new Set(south.map(({ name }) => name)).size).toBe(1);
  expect([west?.name, south[0]?.name]).toEqual(
    expect.arrayContaining(['Viewpoint 1', 'Viewpoint 2']),
  );
});

test.each([
  ['staff named it', 'North gate', 90, UNSET],
  ['another photo of it has a known gimbal', 'Viewpoint 1', 90, { gimbalYaw: 0, gimbalPitch: -20 }],
  ['the heading of the aircraft is unknown', 'Viewpoint 1', null, UNSET],
])('a viewpoint keeps its photos where %s', async (_why, name, flightYaw, look) => {
  const { projectId, photo } = await makeProjectWithViewpoint(name);
  await photo(-90, UNSET);
  await photo(flightYaw, look);
  await migrate();
  const [first, second] = await photosOf(projectId);
  expect([first?.name, second?.name]).toEqual([name, name]);
  expect(first).toMatchObject({ gimbalYaw: -90, gimbalPitch: null });
});
