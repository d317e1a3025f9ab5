import { writeArrayBuffer } from 'geotiff';
import { expect, test, vi } from 'vitest';
import { isGeoreferenced, readRaster } from './read-raster.ts';

const SIDE = 1000;
const tiff = (about: object) =>
  new Blob([
    writeArrayBuffer(new Uint8Array(SIDE * SIDE), { width: SIDE, height: SIDE, ...about }),
  ]);

test('reads only the header of a GeoTIFF to locate it', async () => {
  const map = tiff({
    ModelPixelScale: [0.5, 0.5, 0],
    ModelTiepoint: [0, 0, 0, 478_000, 4_980_000, 0],
    ProjectedCSTypeGeoKey: 32_615,
  });
  const read = vi.spyOn(map, 'slice');
  const position = await readRaster(map);
  expect(position).toMatchObject({
    width: SIDE,
    height: SIDE,
    scale: [0.5, 0.5, 0],
    tiepoint: [0, 0, 0, 478_000, 4_980_000, 0],
    keys: { ProjectedCSTypeGeoKey: 32_615 },
  });
  expect(position && isGeoreferenced(position)).toBe(true);
  const bytes = read.mock.calls.reduce((sum, [from = 0, to = 0]) => sum + to - from, 0);
  expect(bytes).toBeLessThan(64 * 1024);
});

test('returns null for a file that is not a TIFF', async () => {
  expect(await readRaster(new Blob(['none']))).toBe(null);
});
