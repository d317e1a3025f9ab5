import sharp from 'sharp';
import { expect, test } from 'vitest';
import { geotiff } from './geotiff.ts';

const PLACE = { epsg: 32_614, west: 674_700, north: 3_488_900, pixel: 0.2 };

test('heights are read back exactly, and at half size as the mean of four', async () => {
  const [width, height] = [300, 270];
  const values = Float32Array.from({ length: width * height }, (_, index) => index / 7);
  const file = await geotiff({ width, height, bands: 1, values }, PLACE, { quality: 60 });
  const { data } = await sharp(file).toColourspace('b-w').raw({ depth: 'float' }).toBuffer({
    resolveWithObject: true,
  });
  expect(Buffer.compare(data, Buffer.from(values.buffer))).toBe(0);
  const half = await sharp(file, { page: 1 }).metadata();
  expect(half).toMatchObject({ width: 150, height: 135, pages: 2 });
  const reduced = await sharp(file, { page: 1 })
    .toColourspace('b-w')
    .raw({ depth: 'float' })
    .toBuffer();
  expect(reduced.readFloatLE(0)).toBeCloseTo((0 + 1 + 300 + 301) / 7 / 4, 4);
});

test('two 16-bit bands are read back exactly', async () => {
  const values = Uint16Array.from({ length: 40 * 30 * 2 }, (_, index) => index * 27);
  const file = await geotiff({ width: 40, height: 30, bands: 2, values }, PLACE, { quality: 60 });
  const image = sharp(file).toColourspace('grey16').raw({ depth: 'ushort' });
  const { data, info } = await image.toBuffer({ resolveWithObject: true });
  expect(info.channels).toBe(2);
  expect(Buffer.compare(data, Buffer.from(values.buffer))).toBe(0);
});

test('colors are read back approximately', async () => {
  const values = new Uint8Array(64 * 64 * 3);
  for (let index = 0; index < 64 * 64; index++) values.set([180, 120, 60], index * 3);
  const file = await geotiff({ width: 64, height: 64, bands: 3, values }, PLACE, { quality: 80 });
  const pixel = await sharp(file)
    .extract({ left: 20, top: 20, width: 1, height: 1 })
    .raw()
    .toBuffer();
  [180, 120, 60].forEach((part, channel) =>
    expect(Math.abs((pixel[channel] ?? 0) - part)).toBeLessThan(5),
  );
});
