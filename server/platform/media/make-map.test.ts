import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { geotiff } from '#demo/flight/geotiff.ts';
import { hashBytes } from '#server/platform/crypto.ts';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { makeMap } from './make-map.ts';

const folder = temporaryFolder();
const UTM_14 = { epsg: 32_614, west: 620_000, north: 3_350_000, pixel: 0.25 };

/** Heights from 100 m, rising to the east, with `empty` in the western half; nodata is always -9999. */
function heights({ width = 300, height = 200, empty = -9999, place = UTM_14 } = {}) {
  const values = Float32Array.from({ length: width * height }, (_, at) =>
    at % width < Math.floor(width / 2) ? empty : 100 + (at % 37) + Math.sin(at),
  );
  return geotiff({ width, height, bands: 1, values }, place, { quality: 80, nodata: -9999 });
}

async function made(bytes: Buffer) {
  const id = randomUUID();
  const path = await folder.write(`${id}.tif`, bytes);
  const work = folder.path(`${id}-work`);
  await mkdir(work);
  const hints = { rasterType: null, epsg: null, worldFile: null, projection: null };
  return makeMap({ path, folder: work, fileName: 'site.tif', ...hints }, 1e9, () => {});
}

/** The second and third fields of the first directory are the width and height. */
async function withSide(side: number) {
  const bytes = await heights();
  for (const field of [1, 2]) bytes.writeUInt32LE(side, 8 + 2 + field * 12 + 8);
  return bytes;
}

test.each([
  ['one pixel', () => heights({ width: 1, height: 1 }), { width: 1, levels: [[1, 1]] }],
  ['a different nodata value than stated', () => heights({ empty: -32_767 }), { validShare: 0.5 }],
  ['NaN as nodata', () => heights({ empty: NaN }), { validShare: 0.5 }],
  ['infinity as nodata', () => heights({ empty: -Infinity }), { validShare: 0.5 }],
  [
    'an unknown coordinate system',
    () => heights({ place: { ...UTM_14, epsg: 99 } }),
    { system: null, reason: expect.stringMatching(/^EPSG:99 is not a known coordinate system/) },
  ],
  [
    'a JPEG named .tif',
    () => jpegPhoto({ width: 60, height: 40 }),
    { rasterType: 'orthophoto', reason: expect.stringMatching(/has no map position/) },
  ],
])('a raster with %s is read as far as possible', async (_what, make, expected) => {
  expect(await made(await make())).toMatchObject(expected);
});

/** The same raster as written by GDAL. */
async function rewriteWithGdal(bytes: Buffer, options: readonly string[]) {
  const [from, to] = [await folder.write('from.tif', bytes), folder.path('to.tif')];
  execFileSync('gdal_translate', ['-q', ...options, from, to]);
  return readFile(to);
}

const packed = (compression: string) => ['-co', `COMPRESS=${compression}`];
/** Empty where the first band is 0. */
const MASKED = ['--config', 'GDAL_TIFF_INTERNAL_MASK', 'YES', '-mask', '1'];

test.each([
  ['in a BigTIFF', ['-co', 'BIGTIFF=YES']],
  ['compressed with zstd', packed('ZSTD')],
  ['compressed with LERC', packed('LERC')],
  ['compressed with LERC and zstd', packed('LERC_ZSTD')],
  ['with positions of pixel centers', ['-mo', 'AREA_OR_POINT=Point']],
  ['with a mask', MASKED, 0],
])('heights are the same %s', async (_what, options, empty?: number) => {
  const contentOf = async (bytes: Buffer) => {
    const { affine, validShare, parts } = await made(bytes);
    return { affine, validShare, values: hashBytes(await readFile(parts[0]?.path ?? '')) };
  };
  const written = await rewriteWithGdal(await heights({ empty }), options);
  expect(await contentOf(written)).toEqual(await contentOf(await heights()));
});

const DEEP = ['-ot', 'UInt16', '-scale', '0', '255', '0', '65535'];

test.each([
  ['a mask', MASKED, 0.75],
  ['a nodata color', ['-a_nodata', '0'], 0.75],
  ['a 16-bit nodata color', [...DEEP, '-a_nodata', '51400'], 0.25],
])('colors with %s are partly transparent', async (_what, options, validShare) => {
  const raw = { width: 64, height: 64, channels: 3 } as const;
  const colors = Buffer.alloc(64 * 64 * 3, 200).fill(0, 0, 64 * 16 * 3);
  const picture = await sharp(colors, { raw }).tiff({ compression: 'deflate' }).toBuffer();
  const map = await made(await rewriteWithGdal(picture, options));
  expect(map).toMatchObject({ hasMask: true, validShare });
});

const RGB = [0.5, 0.25, 0.1];
test.each([
  ['reflectance from 0 to 1', 'float', 1, [128, 64, 26]],
  ['floats from 0 to 255', 'float', 255, [128, 64, 26]],
  ['the full 16-bit range', 'unsigned', 65_535, [128, 64, 26]],
  ['part of the 16-bit range', 'unsigned', 10_000, [255, 128, 51]],
] as const)('colors with %s keep their look', async (_what, samples, scale, colors) => {
  const [width, height, bands] = [300, 40, 3];
  const numbers = Array.from(
    { length: width * height * bands },
    (_, at) => (RGB[at % 3] ?? 0) * scale,
  );
  const values = samples === 'float' ? Float32Array.from(numbers) : Uint16Array.from(numbers);
  const map = await made(await geotiff({ width, height, bands, values }, UTM_14, { quality: 80 }));
  expect(map).toMatchObject({ rasterType: 'orthophoto', validShare: 1, statistics: null });
  const color = sharp(map.parts.find(({ part }) => part === 'color')?.path);
  const shown = await color.extract({ left: 9, top: 9, width: 1, height: 1 }).raw().toBuffer();
  expect(
    Math.max(...shown.map((value, band) => Math.abs(value - (colors[band] ?? 0)))),
  ).toBeLessThan(4);
});

test('heights without values have no statistics', async () => {
  const values = new Float32Array(40 * 30).fill(NaN);
  const grid = { width: 40, height: 30, bands: 1, values };
  const map = await made(await geotiff(grid, UTM_14, { quality: 80 }));
  expect(map).toMatchObject({ statistics: null, validShare: 0 });
});

test.each([
  ['is truncated', async () => (await heights()).subarray(0, 9000), 'FILE_DAMAGED'],
  ['has only zeros in its second half', async () => zeroed(await heights()), 'FILE_DAMAGED'],
  ['is too large', () => withSide(200_000), 'PICTURE_TOO_LARGE'],
  ['has only zeros', async () => Buffer.alloc(9000), 'FILE_TYPE_NOT_SUPPORTED'],
  [
    'has an unsupported compression',
    async () => rewriteWithGdal(await heights(), packed('LZMA')),
    'FILE_TYPE_NOT_SUPPORTED',
  ],
])('a raster that %s is refused with an error code', async (_what, make, code) => {
  await expect(made(await make())).rejects.toMatchObject({ code });
});

const zeroed = (bytes: Buffer) => Buffer.from(bytes).fill(0, Math.floor(bytes.length / 2));
