import { beforeAll, expect, test } from 'vitest';
import { readLenses } from '#server/files/service.ts';
import {
  makeFile,
  makeProjectWithPeople,
  makeSubmission,
  makeViewpoint,
  type Person,
} from '#test/factories.ts';
import { gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { runSite } from '#test/site.ts';
import { splitByLens } from './split-by-lens.ts';

const HERE = { latitude: 31.5585, longitude: -97.129 };
const site = runSite();
let staff: Person;
let week: { id: string; projectId: string };

beforeAll(async () => {
  const parties = await makeProjectWithPeople(site.ctx);
  staff = parties.staff;
  week = await makeSubmission(site.ctx, parties.project.id, { published: true });
});

/** A photo that was stored before lenses were recorded. Its lens is in its metadata and file name. */
async function oldPhoto(viewpointId: string, fileName: string, equivalent?: number) {
  const exif = gpsExif(HERE.latitude, HERE.longitude, Math.random() * 1000);
  const lens = equivalent ? { IFD2: { FocalLengthIn35mmFilm: String(equivalent) } } : {};
  const bytes = await jpegPhoto({ width: 64, height: 48, exif: { ...exif, ...lens } });
  return (await makeFile(site.ctx, week, { bytes, fileName, viewpointId, ...HERE })).id;
}

const sweep = async () => {
  await readLenses(site.ctx);
  await splitByLens(site.ctx);
};
const listed = async () =>
  (await site.as(staff).viewpoints.list({ projectId: week.projectId })).viewpoints;
const photosOf = async (id: string) =>
  (await site.as(staff).viewpoints.get({ id })).photos.map((photo) => photo.id).toSorted();

test('a viewpoint with several lenses keeps one, and the others get their own after it', async () => {
  const { ctx } = site;
  const gate = await makeViewpoint(ctx, week.projectId, { name: 'Gate', sortOrder: 1 });
  const crane = await makeViewpoint(ctx, week.projectId, { name: 'Crane', sortOrder: 2 });
  const kept = [
    await oldPhoto(gate.id, 'DJI_0001.JPG', 24),
    await oldPhoto(gate.id, 'DJI_0002_W.JPG'),
    await oldPhoto(gate.id, 'DJI_0003.JPG'),
  ];
  const zoomed = [
    await oldPhoto(gate.id, 'DJI_0004.JPG', 162),
    await oldPhoto(gate.id, 'DJI_0005_Z.JPG'),
  ];
  const binned = await oldPhoto(gate.id, 'DJI_0006_Z.JPG');
  await oldPhoto(crane.id, 'DJI_0007_Z.JPG');
  await site.as(staff).files.remove({ id: binned });
  await sweep();
  await sweep();

  const all = await listed();
  expect(all.map(({ name }) => name)).toEqual(['Gate', 'Gate zoom', 'Crane']);
  const [, zoom] = all;
  expect(await photosOf(gate.id)).toEqual(kept.toSorted());
  await site.as(staff).bin.restore({ kind: 'file', id: binned });
  expect(await photosOf(zoom?.id ?? '')).toEqual([...zoomed, binned].toSorted());
});

test('viewpoints that staff merged stay together, with the reference they chose', async () => {
  const { ctx } = site;
  const taught = await makeViewpoint(ctx, week.projectId, { name: 'Roof' });
  await oldPhoto(taught.id, 'DJI_0011_W.JPG');
  const given = await oldPhoto((await makeViewpoint(ctx, week.projectId)).id, 'DJI_0012_Z.JPG');
  const { viewpoints } = site.as(staff);
  await viewpoints.assign({ id: taught.id, fileIds: [given] });
  const chosen = await makeViewpoint(ctx, week.projectId, { name: 'Yard' });
  for (const name of ['DJI_0013_W.JPG', 'DJI_0014_W.JPG']) await oldPhoto(chosen.id, name);
  const reference = await oldPhoto(chosen.id, 'DJI_0015_Z.JPG');
  await viewpoints.setReference({ id: chosen.id, fileId: reference });
  await sweep();

  expect(await photosOf(taught.id)).toHaveLength(2);
  expect(await photosOf(chosen.id)).toEqual([reference]);
  const wide = (await listed()).find(({ name }) => name === 'Yard wide');
  expect(wide).toMatchObject({ photoCount: 2 });
});
