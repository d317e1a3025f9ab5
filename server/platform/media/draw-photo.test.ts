import { expect, test } from 'vitest';
import { inverse, IDENTITY, type Homography } from '#domain/homography.ts';
import { coversFrame, drawPhoto, pixelsIn, type Pixels } from './draw-photo.ts';

const ASKEW: Homography = [0.7, 0.02, 1.5, -0.01, 0.72, -0.8, 0.0004, 0.0002, 1];

/** Random-looking bytes, the same in each run. */
function noise({ width, height }: { width: number; height: number }): Pixels {
  const bytes = new Uint8Array(width * height * 4);
  let state = 7;
  for (let at = 0; at < bytes.length; at++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) | 0;
    bytes[at] = at % 4 === 3 ? 255 : state >>> 24;
  }
  return pixelsIn(bytes, { width, height });
}

const filled = (width: number, height: number, value = 0) => ({
  width,
  height,
  data: new Int32Array(width * height).fill(value),
});
const bytesOf = ({ data }: Pixels) => new Uint8Array(data.buffer);

/** One channel of a pixel, computed with the plain formula; null outside the photo. */
function expectedChannel(photo: Pixels, matrix: Homography, [x, y, c]: [number, number, number]) {
  const back = inverse(matrix);
  const at = (row: number) =>
    (back[row] ?? 0) * (x + 0.5) + (back[row + 1] ?? 0) * (y + 0.5) + (back[row + 2] ?? 0);
  const [left, top] = [at(0) / at(6), at(3) / at(6)];
  if (!(left >= 0 && top >= 0 && left <= photo.width && top <= photo.height)) return null;
  const px = Math.min(photo.width - 1, Math.max(0, left - 0.5));
  const py = Math.min(photo.height - 1, Math.max(0, top - 0.5));
  const [x0, y0] = [Math.floor(px), Math.floor(py)];
  const [x1, y1] = [Math.min(photo.width - 1, x0 + 1), Math.min(photo.height - 1, y0 + 1)];
  const [fx, fy] = [px - x0, py - y0];
  const of = (i: number, j: number) => bytesOf(photo)[(j * photo.width + i) * 4 + c] ?? 0;
  const upper = of(x0, y0) * (1 - fx) + of(x1, y0) * fx;
  return upper * (1 - fy) + (of(x0, y1) * (1 - fx) + of(x1, y1) * fx) * fy;
}

test('a photo is drawn as by the plain formula, and only where it reaches', () => {
  const photo = noise({ width: 90, height: 60 });
  const film = filled(64, 44, 0x01020304);
  drawPhoto(photo, ASKEW, film);
  const off: number[] = [];
  const untouched = new Set<number | undefined>();
  for (let y = 0; y < film.height; y++) {
    for (let x = 0; x < film.width; x++) {
      const at = y * film.width + x;
      const channels = [0, 1, 2].map((c) => expectedChannel(photo, ASKEW, [x, y, c]));
      if (channels[0] === null) untouched.add(film.data[at]);
      else off.push(...channels.map((value, c) => (bytesOf(film)[at * 4 + c] ?? 0) - (value ?? 0)));
    }
  }
  expect(untouched).toEqual(new Set([0x01020304]));
  // Positions are multiples of 1/256 of a pixel, and neighbors differ by up to 255 here.
  expect(Math.max(...off.map(Math.abs))).toBeLessThan(3);
  expect(Math.abs(off.reduce((sum, value) => sum + value, 0) / off.length)).toBeLessThan(0.1);
});

test('a photo drawn in place is unchanged', () => {
  const photo = noise({ width: 31, height: 17 });
  const film = filled(31, 17);
  drawPhoto(photo, IDENTITY, film);
  for (const [at, byte] of bytesOf(film).entries()) {
    expect(Math.abs(byte - (bytesOf(photo)[at] ?? 0))).toBeLessThan(3);
  }
});

test('white stays white, and gain brightens up to white', () => {
  const film = filled(20, 10);
  drawPhoto(filled(30, 20, 0xffffffff | 0), ASKEW, film);
  expect(film.data[5 * 20 + 8]).toBe(0xffffffff | 0);
  drawPhoto(filled(30, 20, 0xff_c0_40_20 | 0), ASKEW, film, 1.5);
  expect([...bytesOf(film).subarray((5 * 20 + 8) * 4, (5 * 20 + 8) * 4 + 3)]).toEqual([
    0x30, 0x60, 0xff,
  ]);
});

test('a one-pixel picture can be drawn', () => {
  const film = filled(4, 4);
  drawPhoto(filled(1, 1, 0x00332211), [4, 0, 0, 0, 4, 0, 0, 0, 1], film);
  expect(new Set(film.data)).toEqual(new Set([0x00332211]));
});

test.each<[string, Homography, boolean]>([
  ['in place', IDENTITY, true],
  ['enlarged beyond the edges', [1.1, 0, -4, 0, 1.1, -4, 0, 0, 1], true],
  ['shifted', [1, 0, 1, 0, 1, 0, 0, 0, 1], false],
  ['rotated slightly', [1, 0.02, 0, -0.02, 1, 0, 0, 0, 1], false],
  ['with one corner pulled in', [1, 0, 0, 0, 1, 0, 0.0005, 0, 1], false],
])('coversFrame predicts whether a photo covers the frame: %s', (_, matrix, expected) => {
  const size = { width: 80, height: 60 };
  expect(coversFrame(size, matrix, size)).toBe(expected);
  const film = filled(80, 60, 1);
  drawPhoto(filled(80, 60, 2), matrix, film);
  expect(film.data.every((value) => value === 2)).toBe(expected);
});
