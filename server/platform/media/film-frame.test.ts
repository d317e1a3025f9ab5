import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { temporaryFolder } from '#test/fixtures/temporary-folder.ts';
import { layPixels, makeFilmFrame } from './film-frame.ts';

const folder = temporaryFolder();
/** Pixels whose red is ten times their column, green ten times their row. */
const grid = (width: number, height: number) => ({
  width,
  height,
  data: Uint8Array.from({ length: width * height * 3 }, (_, at) => {
    const pixel = Math.floor(at / 3);
    return [(pixel % width) * 10, Math.floor(pixel / width) * 10, 50][at % 3] ?? 0;
  }),
});
const pixel = (data: Uint8Array, width: number, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test('a photo is laid where its matrix says, brighter, and over the picture before where it has nothing', () => {
  const photo = grid(8, 6);
  const film = { width: 8, height: 6 };
  const same = layPixels(photo, [1, 0, 0, 0, 1, 0, 0, 0, 1], { film, gain: 1, under: null });
  expect([...same]).toEqual([...photo.data]);
  const under = new Uint8Array(8 * 6 * 3).fill(200);
  const right = layPixels(photo, [1, 0, 2, 0, 1, 0, 0, 0, 1], { film, gain: 2, under });
  expect(pixel(right, 8, 1, 3)).toEqual([200, 200, 200]);
  expect(pixel(right, 8, 5, 3)).toEqual([60, 60, 100]);
  const between = layPixels(photo, [1, 0, 0.5, 0, 1, 0, 0, 0, 1], { film, gain: 1, under });
  expect(pixel(between, 8, 4, 2)).toEqual([35, 20, 50]);
});

test('a picture of a film is as large as the film, with its day at the left below', async () => {
  const film = { width: 640, height: 360 };
  const green = { width: 1280, height: 720, channels: 3, background: '#206020' } as const;
  const source = await sharp({ create: green }).jpeg().toBuffer();
  const paths = { made: folder.path('1.jpg'), raw: folder.path('1.raw'), path: '' };
  const matrix = [0.5, 0, 0, 0, 0.5, 0, 0, 0, 1];
  const photo = { width: 1280, height: 720 };
  await makeFilmFrame(
    { ...paths, photo, matrix, film, gain: 1, under: null, label: 'Nov 14, 2026' },
    source,
  );
  const made = sharp(await readFile(paths.made));
  expect(await made.metadata()).toMatchObject(film);
  const brightest = async (left: number, top: number) => {
    const part = await made.clone().extract({ left, top, width: 200, height: 60 }).png().toBuffer();
    return Math.max(...(await sharp(part).stats()).channels.map(({ max }) => max));
  };
  expect(await brightest(0, 300)).toBeGreaterThan(240);
  expect(await brightest(400, 300)).toBeLessThan(120);
  expect((await readFile(paths.raw)).length).toBe(640 * 360 * 3);
});
