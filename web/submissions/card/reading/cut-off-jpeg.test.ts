import { expect, test } from 'vitest';
import { isCutOffJpeg } from './thumbnails.ts';

const START = 40;
const MARKER = 0xff;
const LAST = 0xd9;
const END = [MARKER, LAST];
/** The header contains a thumbnail with its own end marker. */
const HEAD = [MARKER, 0xd8, ...Array.from({ length: START - 4 }, () => 7), ...END];
const PICTURE = Array.from({ length: 500 }, (_value, at) => (at % 50 === 0 ? LAST : 3));
const FILM = Array.from({ length: 100_000 }, () => 5);
const file = (...parts: readonly number[][]) => new Blob([Uint8Array.from(parts.flat())]);
const zeros = (length: number) => Array.from({ length }, () => 0);

test.each([
  ['whole', file(HEAD, PICTURE, END), false],
  ['followed by data from the camera', file(HEAD, PICTURE, END, zeros(5000)), false],
  ['cut off', file(HEAD, PICTURE), true],
  ['cut off in its header', file(HEAD.slice(0, 30)), true],
  ['followed by a video', file(HEAD, PICTURE, END, FILM), false],
  ['padded with zeros', file(HEAD, PICTURE, END, zeros(150_000)), false],
  [
    'padded with ones',
    file(
      HEAD,
      PICTURE,
      END,
      FILM.map(() => MARKER),
    ),
    false,
  ],
  ['ended between two reads', file(HEAD, PICTURE, END, zeros(64 * 1024 - 1)), false],
  ['followed by two megabytes', file(HEAD, PICTURE, END, zeros(2_000_000)), false],
  ['zeros from the middle', file(HEAD, PICTURE, zeros(200_000)), true],
])('detects whether a photo is cut off: %s', async (_words, photo, expected) => {
  expect(await isCutOffJpeg(photo, START)).toBe(expected);
});
