import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProjectWithPeople, makeViewpoint } from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const MIGRATION = join(
  import.meta.dirname,
  '../../db/migrations/20261127T1551-name-viewpoints-by-look.sql',
);
const site = runSite();

test('numbered viewpoints are renamed by direction, and names from staff stay', async () => {
  const {
    project: { id: projectId },
  } = await makeProjectWithPeople(site.ctx);
  const poses = [
    ['Viewpoint 1', -3, -20],
    ['Viewpoint 2', 8, -20],
    ['Viewpoint 3 zoom', 359, -10],
    ['Viewpoint 4', 90, -90],
    ['Viewpoint 5 panorama', 90, 0],
    ['Viewpoint 6', null, null],
    ['Viewpoint 7', 200, -30],
    ['Viewpoint gate', 90, -20],
    ['looking southwest', 90, -20],
    ['Viewpoint 8', 225, -30],
  ] as const;
  for (const [sortOrder, [name, gimbalYaw, gimbalPitch]] of poses.entries())
    await makeViewpoint(site.ctx, projectId, { name, gimbalYaw, gimbalPitch, sortOrder });
  await site.change(await readFile(MIGRATION, 'utf8'));
  const named = site.rows.selectFrom('viewpoints').where('projectId', '=', projectId);
  expect(
    (await named.select('name').orderBy('sortOrder').execute()).map(({ name }) => name),
  ).toEqual([
    'Looking north',
    'Looking north 2',
    'Looking north, zoom',
    'Overhead',
    'Panorama',
    'Site view',
    'Looking south',
    'Viewpoint gate',
    'looking southwest',
    'Looking southwest 2',
  ]);
});
