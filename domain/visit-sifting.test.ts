import { expect, test } from 'vitest';
import { ERRORS } from './errors.ts';
import { imageStats, setAsideReason } from './visit-sifting.ts';

const good = {
  name: 'DJI_0001.JPG',
  size: 5_000_000,
  relativeAltitude: 60,
  look: { brightness: 90, edges: 40 },
  isCutOff: false,
};

test('a photo from the air is used, one below take-off too', () => {
  expect(setAsideReason(good)).toBe(null);
  expect(setAsideReason({ ...good, relativeAltitude: -20 })).toBe(null);
  expect(setAsideReason({ ...good, relativeAltitude: null, look: null })).toBe(null);
});

test.each([
  [{ size: 0 }, ERRORS.FILE_EMPTY[1], false],
  [{ name: 'Timestamp.MRK' }, 'A survey log of the drone. It stays on the card.', false],
  [{ name: 'model.las' }, expect.stringContaining('.las cannot be uploaded'), false],
  [{ isCutOff: true }, 'Damaged: the end of the photo is missing.', true],
  [{ look: { brightness: 3, edges: 0 } }, 'Almost black.', true],
  [{ look: { brightness: 130, edges: 1 } }, 'Blurry, or nothing to see.', true],
  [{ relativeAltitude: 1.2 }, 'Taken on the ground, or just above it.', true],
])('%o is set aside: %s', (change, words, canReturn) => {
  expect(setAsideReason({ ...good, ...change })).toEqual({ words, canReturn });
});

test('a picture of stripes has edges, a plain one has none', () => {
  const picture = (valueAt: (x: number) => number) =>
    Uint8ClampedArray.from({ length: 32 * 32 * 4 }, (_value, at) => valueAt((at >> 2) % 32));
  expect(
    imageStats(
      picture((x) => (x % 8 < 4 ? 40 : 200)),
      32,
    ).edges,
  ).toBeGreaterThan(40);
  expect(
    imageStats(
      picture(() => 120),
      32,
    ),
  ).toEqual({ brightness: expect.closeTo(120, 1), edges: 0 });
});
