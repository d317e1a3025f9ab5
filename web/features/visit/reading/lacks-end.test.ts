import { expect, test } from 'vitest';
import { lacksEnd } from './lacks-end.ts';

const START = 40;
const MARKER = 0xff;
const LAST = 0xd9;
const END = [MARKER, LAST];
/** The head has a thumbnail with an end of its own. */
const HEAD = [MARKER, 0xd8, ...Array.from({ length: START - 4 }, () => 7), ...END];
const PICTURE = Array.from({ length: 500 }, (_value, at) => (at % 50 === 0 ? LAST : 3));
const FILM = Array.from({ length: 100_000 }, () => 5);
const bytesOf = (text: string) => [...new TextEncoder().encode(text)];
const MOVING = [...HEAD.slice(0, 4), ...bytesOf(' GCamera:MotionPhoto="1"').slice(0, START - 4)];
const file = (...parts: readonly number[][]) => new Blob([Uint8Array.from(parts.flat())]);
const zeros = (length: number) => Array.from({ length }, () => 0);

test.each([
  ['whole', file(HEAD, PICTURE, END), false],
  ['followed by what the camera adds', file(HEAD, PICTURE, END, zeros(5000)), false],
  ['cut off', file(HEAD, PICTURE), true],
  ['cut off in its head', file(HEAD.slice(0, 30)), true],
  ['followed by a film', file(MOVING, PICTURE, END, FILM), false],
  [
    "followed by a film and Samsung's word for it",
    file(HEAD, PICTURE, END, FILM, bytesOf('MotionPhoto_Data')),
    false,
  ],
  ['followed by what is no film', file(HEAD, PICTURE, END, FILM), true],
  ['zeros from the middle on', file(HEAD, PICTURE, zeros(100_000)), true],
])('a photo that is %s', async (_words, photo, expected) => {
  expect(await lacksEnd(photo, START)).toBe(expected);
});
