import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { beforeAll, expect, test } from 'vitest';
import { geotiff } from '#demo/flight/geotiff.ts';
import type { RasterType } from '#domain/rasters.ts';
import { processStored } from '#server/files/process.ts';
import { originalKey, rasterKey } from '#server/platform/storage/storage.ts';
import { addFile, removeFile } from '#server/files/service.ts';
import { makeFile } from '#test/factories.ts';
import { makeOwnedWeek } from '#test/fixtures/shared-site.ts';
import { runSite } from '#test/site.ts';
import { updatePlacements } from './placement.ts';
import { correctRaster, rastersOf } from './service.ts';

const SYSTEM = { kind: 'system' } as const;
const RUN = { isLastTry: true, signal: new AbortController().signal };
const UTM_14 = { epsg: 32_614, west: 620_000, north: 3_350_000, pixel: 0.25 };
const site = runSite();
let week: Awaited<ReturnType<typeof makeOwnedWeek>>;
beforeAll(async () => {
  week = await makeOwnedWeek(site.ctx);
});

const heights = (place: Partial<typeof UTM_14> = {}, empty = 0.25) => {
  const [width, height] = [80, 40];
  const values = Float32Array.from({ length: width * height }, (_, at) =>
    at % width < width * empty ? -9999 : 100 + Math.floor(at / width) + Math.random() / 1e4,
  );
  const grid = { width, height, bands: 1, values };
  return geotiff(grid, { ...UTM_14, ...place }, { quality: 80, nodata: -9999 });
};

const process = (id: string) => processStored(site.ctx, id, RUN);
const listed = async (id: string) => {
  const all = await rastersOf(site.ctx, SYSTEM, { submissionId: week.submission.id });
  return all.find(({ fileId }) => fileId === id);
};

async function read(bytes: Buffer, fileName = `${randomUUID()}.tif`) {
  const given = {
    bytes,
    fileName,
    kind: 'raster',
    fileType: 'image/tiff',
    state: 'processing',
  } as const;
  const { id } = await makeFile(site.ctx, week.submission, given);
  await process(id);
  return id;
}

test('a surface model becomes a map with statistics and a pyramid of values', async () => {
  const id = await read(await heights());
  const raster = await listed(id);
  expect(raster).toMatchObject({
    state: 'ready',
    rasterType: 'surface_model',
    isMap: true,
    epsg: 32_614,
    unit: 'm',
    coverage: 0.75,
    reason: null,
  });
  expect(raster?.minimum).toBeCloseTo(100, 2);
  expect(raster?.maximum).toBeCloseTo(139, 2);
  expect(raster?.groundSampleDistance).toBeCloseTo(0.25, 3);
  // 60 × 40 pixels of 0.25 m each.
  expect(Number(raster?.area) / 150).toBeCloseTo(1, 2);
  expect(await site.ctx.storage.size(rasterKey(id, 'values'))).toBeGreaterThan(0);
  await process(id);
  await removeFile(site.ctx, SYSTEM, { id });
  expect(await listed(id)).toBeUndefined();
});

const rgba = async () => {
  const raw = { width: 40, height: 20, channels: 4 } as const;
  const pixels = Buffer.alloc(40 * 20 * 4, 200);
  for (let at = 0; at < 800; at++) pixels[at * 4 + 3] = at < 200 ? 0 : 255;
  pixels[0] = Math.floor(Math.random() * 200);
  return sharp(pixels, { raw }).tiff({ compression: 'deflate' }).toBuffer();
};

async function addSidecar(fileName: string, text: string) {
  const id = randomUUID();
  const bytes = Buffer.from(text);
  await site.ctx.storage.put(originalKey(id), bytes);
  const { projectId, id: submissionId } = week.submission;
  await site.ctx.db.as(SYSTEM, (tx) =>
    addFile(site.ctx, tx, {
      id,
      submissionId,
      projectId,
      companyId: null,
      fileName,
      fileType: 'text/plain',
      fileSize: bytes.length,
      kind: 'other',
      sha256: randomUUID().replaceAll('-', '').padEnd(64, '0'),
      crc32: 0,
      createdBy: null,
    }),
  );
}

test('a map has its distance from the project', async () => {
  const id = await read(await heights());
  const { project } = week;
  const move = (latitude: number, longitude: number) =>
    site.change(
      'update projects set latitude = $2, longitude = $3 where id = $1',
      project.id,
      latitude,
      longitude,
    );
  await move(30.27, -97.75);
  expect((await listed(id))?.metersFromProject).toBeLessThan(2000);
  await move(51.46, 7.01);
  expect((await listed(id))?.metersFromProject).toBeGreaterThan(8e6);
});

test('a picture becomes a map after its world file and .prj arrive, in any order', async () => {
  const id = await read(await rgba(), 'Site.tif');
  expect(await listed(id)).toMatchObject({ isMap: false, hasPosition: false });
  expect((await listed(id))?.reason).toMatch(/^This file has no map position\./);
  await addSidecar('site.prj', 'PROJCS["WGS_1984_UTM_Zone_14N",GEOGCS["a"]]');
  await addSidecar('site.TFW', '0.5\n0\n0\n-0.5\n620000.25\n3349999.75');
  expect(await listed(id)).toMatchObject({ state: 'processing' });
  await process(id);
  expect(await listed(id)).toMatchObject({
    isMap: true,
    epsg: 32_614,
    rasterType: 'orthophoto',
    coverage: expect.closeTo(0.75, 1),
  });
  expect(await site.ctx.storage.size(rasterKey(id, 'mask'))).toBeGreaterThan(0);
});

test("staff set a raster's coordinate system and kind, and invalid values are refused", async () => {
  const id = await read(await heights({ epsg: 99 }));
  expect((await listed(id))?.reason).toMatch(/^EPSG:99 is not a known coordinate system/);
  const correct = (change: { epsg?: number; rasterType?: RasterType }) =>
    correctRaster(site.ctx, SYSTEM, { fileId: id, ...change });
  await expect(correct({ epsg: 99_999 })).rejects.toMatchObject({ code: 'EPSG_UNKNOWN' });
  await expect(correct({ epsg: 4326 })).rejects.toMatchObject({ code: 'RASTER_OUT_OF_RANGE' });
  expect(await correct({ epsg: 32_614 })).toMatchObject({ isMap: true, reason: null });
  expect(await correct({ rasterType: 'terrain_model' })).toMatchObject({ state: 'ready' });
  expect(await correct({ rasterType: 'thermal' })).toMatchObject({ state: 'processing' });
  await expect(correct({ rasterType: 'thermal' })).rejects.toMatchObject({ code: 'FILE_BUSY' });
  await process(id);
  expect(await listed(id)).toMatchObject({ rasterType: 'thermal', unit: 'celsius', epsg: 32_614 });

  const picture = await read(await rgba());
  const wrong = { fileId: picture, rasterType: 'surface_model' } as const;
  await expect(correctRaster(site.ctx, SYSTEM, wrong)).rejects.toMatchObject({
    code: 'RASTER_TYPE_IMPOSSIBLE',
  });
  const nowhere = { fileId: picture, epsg: 32_614 };
  await expect(correctRaster(site.ctx, SYSTEM, nowhere)).rejects.toMatchObject({
    code: 'RASTER_WITHOUT_POSITION',
  });
});

test('a map has its accuracy, and one placed by older rules is placed again', async () => {
  const id = await read(await heights({ epsg: 26_714 }));
  expect(await listed(id)).toMatchObject({ epsg: 26_714, uncertainty: 8 });
  const placed = () =>
    site.rows
      .selectFrom('rasters')
      .select(['west', 'south', 'proj4', 'uncertainty', 'placedWith'])
      .where('fileId', '=', id)
      .executeTakeFirst();
  const before = await placed();
  await site.change(
    `update rasters set west = 0, proj4 = '+proj=utm +zone=14 +ellps=clrk66', uncertainty = null,
       placed_with = 0 where file_id = $1`,
    id,
  );
  await updatePlacements(site.ctx);
  expect(await placed()).toEqual(before);
});

test('an invalid map is kept with a reason', async () => {
  const empty = await read(await heights({}, 1));
  expect(await listed(empty)).toMatchObject({ isMap: false, state: 'ready' });
  expect((await listed(empty))?.reason).toMatch(/^This raster has no values/);
  const swapped = await read(await heights({ epsg: 4326, west: 30, north: -98, pixel: 1e-6 }));
  expect((await listed(swapped))?.reason).toMatch(/outside the area of its coordinate system/);
  const whole = await heights();
  const cut = await read(whole.subarray(0, whole.length / 2));
  expect(await listed(cut)).toMatchObject({ state: 'failed', isMap: false });
  const huge = await heights();
  // Set the width and height, which are the second and third fields of the first directory.
  for (const field of [1, 2]) huge.writeUInt32LE(200_000, 8 + 2 + field * 12 + 8);
  expect((await listed(await read(huge)))?.reason).toMatch(/^This raster has 40,000 megapixels/);
});
