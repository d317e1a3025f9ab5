import { beforeAll, expect, test } from 'vitest';
import {
  makeFile,
  makeProjectWithPeople,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { runSite } from '#test/site.ts';

const HERE = { latitude: 31.5585, longitude: -97.129 };
const site = runSite();
const posesOf = (viewpointId: string) =>
  site.rows
    .selectFrom('viewpointPoses')
    .select('viewpointId')
    .where('viewpointId', '=', viewpointId)
    .execute();
let staff: Person;

beforeAll(async () => {
  ({ staff } = await makeProjectWithPeople(site.ctx));
});

async function makeWeek() {
  const { project } = await makeProjectWithPeople(site.ctx);
  return { ...(await makeSubmission(site.ctx, project.id)), projectId: project.id };
}

const listed = (projectId: string) => site.as(staff).viewpoints.unplaced({ projectId });

test('photos without a viewpoint get suggestions by picture, then position, then similarity', async () => {
  const { ctx } = site;
  const week = await makeWeek();
  const { projectId } = week;
  const near = { ...HERE, latitude: HERE.latitude + 30 / 111_195 };
  const look = { gimbalYaw: 90, gimbalPitch: -30 };
  const [shown, close, alike] = [
    await makeViewpoint(ctx, projectId, { latitude: 31.57 }),
    await makeViewpoint(ctx, projectId, HERE),
    await makeViewpoint(ctx, projectId, { latitude: 31.569, ...look }),
  ];
  for (const { id } of [shown, close, alike]) {
    const reference = await makeFile(ctx, week, { viewpointId: id });
    await site.change('update viewpoints set reference_id = $2 where id = $1', id, reference.id);
  }
  const positioned = await makeFile(ctx, week, { ...near, sortOrder: 1 });
  const looking = await makeFile(ctx, week, { ...look, sortOrder: 2 });
  const blind = await makeFile(ctx, week, { sortOrder: 3 });
  await makeFile(ctx, week, { photoType: 'thermal' });
  await site.change(
    `insert into registrations (file_id, reference_id, matrix, strength, created_at)
     select $1, reference_id, '{1,0,0,0,1,0,0,0,1}', 0.5, now() from viewpoints where id = $2`,
    positioned.id,
    shown.id,
  );

  expect(await listed(projectId)).toMatchObject({
    total: 3,
    photos: [
      {
        id: positioned.id,
        reason: 'no-viewpoint',
        offers: [
          { viewpointId: shown.id, by: 'picture' },
          { viewpointId: close.id, by: 'position' },
        ],
      },
      {
        id: looking.id,
        reason: 'no-position',
        offers: [{ viewpointId: alike.id, by: 'direction' }],
      },
      { id: blind.id, reason: 'no-position', offers: [] },
    ],
  });
  const counted = await site.as(staff).viewpoints.unplaced({ projectId, limit: 0 });
  expect(counted).toEqual({ photos: [], total: 3 });
});

test('similar viewpoints are suggested, those missing from the week first', async () => {
  const { ctx } = site;
  const week = await makeWeek();
  const { projectId } = week;
  const before = await makeSubmission(ctx, projectId);
  const ahead = { gimbalPitch: -30, gimbalYaw: 90 };
  const down = { gimbalPitch: -90 };
  const at = async (look: object, sortOrder: number) => {
    const { id } = await makeViewpoint(ctx, projectId, { ...look, sortOrder });
    return { id, photo: await makeFile(ctx, { ...before, projectId }, { viewpointId: id }) };
  };
  const [full, free, away] = [await at(down, 1), await at(down, 2), await at(ahead, 3)];
  await makeFile(ctx, week, { viewpointId: full.id });
  const lost = await makeFile(ctx, week, { ...down, sortOrder: 1 });
  const blind = await makeFile(ctx, week, { sortOrder: 2 });
  const resembles = (fileId: string, of: { photo: { id: string } }, strength: number) =>
    site.rows
      .insertInto('registrations')
      .values({
        fileId,
        referenceId: of.photo.id,
        reason: 'unsure',
        strength,
        createdAt: new Date(),
      })
      .execute();
  const offers = async () => (await listed(projectId)).photos.map((photo) => photo.offers);
  // The only clue is that two viewpoints have no photo yet.
  expect(await offers()).toEqual([
    [
      { viewpointId: free.id, by: 'direction' },
      { viewpointId: full.id, by: 'direction' },
    ],
    [
      { viewpointId: free.id, by: 'missing' },
      { viewpointId: away.id, by: 'missing' },
    ],
  ]);
  await resembles(lost.id, full, 0.02);
  await resembles(lost.id, free, 0.01);
  // These viewpoints face another direction.
  await resembles(lost.id, away, 0.03);
  await resembles(blind.id, away, 0.01);
  expect(await offers()).toEqual([
    [
      { viewpointId: free.id, by: 'likeness' },
      { viewpointId: full.id, by: 'likeness' },
    ],
    [
      { viewpointId: away.id, by: 'likeness' },
      { viewpointId: free.id, by: 'missing' },
    ],
  ]);
});

test("a photo positioned far away is listed, and doesn't move its viewpoint", async () => {
  const { ctx } = site;
  const week = await makeWeek();
  const { projectId } = week;
  const real = await makeViewpoint(ctx, projectId, { ...HERE, name: 'Looking north' });
  const away = { latitude: HERE.latitude + 1, longitude: HERE.longitude };
  const stray = await makeViewpoint(ctx, projectId, { ...away, name: 'Looking north 2' });
  for (let i = 0; i < 5; i++) await makeFile(ctx, week, { viewpointId: real.id });
  const lost = await makeFile(ctx, week, { ...away, viewpointId: stray.id });
  expect((await listed(projectId)).photos).toMatchObject([
    { id: lost.id, reason: 'far-off', viewpointId: stray.id },
  ]);
  const { viewpoints } = site.as(staff);
  await viewpoints.assign({ id: real.id, fileIds: [lost.id] });
  expect(await listed(projectId)).toEqual({ photos: [], total: 0 });
  expect(await posesOf(real.id)).toEqual([]);
  // A viewpoint that staff have named isn't a stray.
  await viewpoints.assign({ id: stray.id, fileIds: [lost.id] });
  await viewpoints.update({ id: stray.id, name: 'Quarry' });
  expect((await listed(projectId)).total).toBe(0);
});

test('photos without a position can form a viewpoint, and taking them off removes it', async () => {
  const { ctx } = site;
  const week = await makeWeek();
  const { projectId } = week;
  await makeViewpoint(ctx, projectId, { sortOrder: 7 });
  const photo = await makeFile(ctx, week);
  const { viewpoints } = site.as(staff);
  const made = await viewpoints.create({ projectId, fileIds: [photo.id], name: 'Roof' });
  expect((await viewpoints.list({ projectId })).viewpoints.at(-1)).toMatchObject({
    id: made.id,
    name: 'Roof',
    photoCount: 1,
  });
  await expect(
    viewpoints.create({ projectId, fileIds: [photo.id], name: 'Roof' }),
  ).rejects.toMatchObject({ code: 'VIEWPOINT_NAME_TAKEN' });
  await viewpoints.release({ id: made.id, fileIds: [photo.id] });
  expect((await listed(projectId)).total).toBe(1);
  await expect(viewpoints.get({ id: made.id })).rejects.toMatchObject({
    code: 'VIEWPOINT_NOT_FOUND',
  });
});

test("a photo taken off a viewpoint doesn't affect its position", async () => {
  const { ctx } = site;
  const week = await makeWeek();
  const viewpoint = await makeViewpoint(ctx, week.projectId, HERE);
  await makeFile(ctx, week, { viewpointId: viewpoint.id });
  const near = { ...HERE, latitude: HERE.latitude + 30 / 111_195 };
  const photo = await makeFile(ctx, week, near);
  const { viewpoints } = site.as(staff);
  await viewpoints.assign({ id: viewpoint.id, fileIds: [photo.id] });
  await viewpoints.release({ id: viewpoint.id, fileIds: [photo.id] });
  expect(await posesOf(viewpoint.id)).toEqual([]);
  expect((await viewpoints.get({ id: viewpoint.id })).photos).toHaveLength(1);
});
