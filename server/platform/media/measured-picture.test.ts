import { writeFile } from 'node:fs/promises';
import { beforeAll, expect, test } from 'vitest';
import { tiffDirectory } from '#test/fixtures/photos.ts';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { pictureOfMeasurements } from './measured-picture.ts';
import { sharp } from '../sharp.ts';

const folder = temporaryFolder();
const [WIDTH, HEIGHT] = [600, 40];
let heights: string;

/** A TIFF with one band of floating-point numbers in one strip (TIFF 6.0, sections 2 and 3). */
function floatTiff(values: Float32Array, width: number): Buffer {
  const [short, long] = [3, 4];
  const tags = [
    [256, long, width],
    [257, long, values.length / width],
    [258, short, 32],
    [259, short, 1],
    [262, short, 1],
    [273, long, 8],
    [277, short, 1],
    [278, long, values.length / width],
    [279, long, values.byteLength],
    [339, short, 3],
  ] as const;
  const directory = Buffer.alloc(2 + tags.length * 12 + 4);
  directory.writeUInt16LE(tags.length, 0);
  tags.forEach(([tag, type, value], index) => {
    directory.writeUInt16LE(tag, 2 + index * 12);
    directory.writeUInt16LE(type, 4 + index * 12);
    directory.writeUInt32LE(1, 6 + index * 12);
    directory.writeUInt32LE(value, 10 + index * 12);
  });
  const header = Buffer.from('49492a0000000000', 'hex');
  header.writeUInt32LE(8 + values.byteLength, 4);
  return Buffer.concat([header, Buffer.from(values.buffer), directory]);
}

beforeAll(async () => {
  // A slope from 2600 to 2606 m; missing values on the left are marked in two ways.
  const values = Float32Array.from({ length: WIDTH * HEIGHT }, (_value, index) => {
    const x = index % WIDTH;
    return x < 50 ? -9999 : x < 100 ? Number.NaN : 2600 + x / 100;
  });
  values[300] = 9000; // one wrong value must not darken the rest
  heights = folder.path('heights.tif');
  await writeFile(heights, floatTiff(values, WIDTH));
});

test('heights range from black to white, and missing values are transparent', async () => {
  const picture = sharp(await pictureOfMeasurements(heights));
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  expect([info.width, info.height, info.channels]).toEqual([WIDTH, HEIGHT, 4]);
  const grey = (x: number) => data[(WIDTH * 20 + x) * 4];
  const alpha = (x: number) => data[(WIDTH * 20 + x) * 4 + 3];
  expect([alpha(10), alpha(75), alpha(110), alpha(599)]).toEqual([0, 0, 255, 255]);
  expect(grey(101)).toBeLessThan(5);
  expect(grey(350)).toBeGreaterThan(110);
  expect(grey(350)).toBeLessThan(145);
  expect(grey(598)).toBeGreaterThan(250);
});

test('a truncated map is damaged', async () => {
  const cut = folder.path('cut.tif');
  const whole = floatTiff(new Float32Array(WIDTH * HEIGHT).fill(5), WIDTH);
  whole.writeUInt32LE(whole.length * 2, 8 + WIDTH * HEIGHT * 4 + 2 + 5 * 12 + 8);
  await writeFile(cut, whole);
  await expect(pictureOfMeasurements(cut)).rejects.toMatchObject({ code: 'FILE_DAMAGED' });
});

test('a very long map fits, with the same contrast', async () => {
  const strip = folder.path('strip.tif');
  const [width, height] = [25, 200_000];
  const values = Float32Array.from({ length: width * height }, (_, index) => index % width);
  await writeFile(strip, floatTiff(values, width));
  const picture = sharp(await pictureOfMeasurements(strip));
  expect(await picture.metadata()).toMatchObject({ width: 1, height: 4096 });

  const wide = folder.path('wide.tif');
  await writeFile(wide, floatTiff(values, width * 1000));
  const { data, info } = await sharp(await pictureOfMeasurements(wide))
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([2048, 16]);
  const greys = data.filter((_, index) => index % info.channels === 0);
  expect([Math.min(...greys), Math.max(...greys)]).toEqual([0, 255]);
});

test('a map with too many measurements is refused', async () => {
  const huge = folder.path('huge.tif');
  const [width, height, depth, format] = [256, 257, 258, 339];
  const header = tiffDirectory([
    [width, 60_000],
    [height, 60_000],
    [depth, 32],
    [262, 1],
    [273, 60_000],
    [format, 3],
  ]);
  await writeFile(huge, header);
  await expect(pictureOfMeasurements(huge)).rejects.toMatchObject({ code: 'PICTURE_TOO_LARGE' });
});
