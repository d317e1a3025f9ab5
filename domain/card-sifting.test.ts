import { expect, test } from 'vitest';
import { ERRORS } from './errors.ts';
import { imageStats, setAsideReason, SIFTING_MESSAGES } from './card-sifting.ts';

const good = {
  name: 'DJI_0001.JPG',
  size: 5_000_000,
  relativeAltitude: 60,
  look: { brightness: 90, edges: 40 },
  isCutOff: false,
};

test('uses aerial photos, also below the takeoff point', () => {
  expect(setAsideReason(good)).toBe(null);
  expect(setAsideReason({ ...good, relativeAltitude: -20 })).toBe(null);
  expect(setAsideReason({ ...good, relativeAltitude: null, look: null })).toBe(null);
});

test.each([
  [{ size: 0 }, ERRORS.FILE_EMPTY[1], false],
  [{ name: 'Timestamp.MRK' }, SIFTING_MESSAGES.surveyLog, false],
  [{ name: 'model.las' }, expect.stringContaining(".las can't be uploaded"), false],
  [{ isCutOff: true }, SIFTING_MESSAGES.cutOff, true],
  [{ look: { brightness: 3, edges: 0 } }, SIFTING_MESSAGES.dark, true],
  [{ look: { brightness: 130, edges: 1 } }, SIFTING_MESSAGES.blank, true],
  [{ relativeAltitude: 1.2 }, SIFTING_MESSAGES.onGround, true],
])('sets aside %o: %s', (change, message, canReturn) => {
  expect(setAsideReason({ ...good, ...change })).toEqual({ message, canReturn });
});

test('finds edges in stripes, but not in a plain picture', () => {
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
