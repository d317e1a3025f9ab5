import { expect, test } from 'vitest';
import { sunAt } from './sun.ts';
import { SITE } from '../../flight/place.ts';

const minutesOf = (day: string) =>
  Array.from({ length: 24 * 60 }, (_, minute) =>
    sunAt(
      new Date(Date.parse(`${day}T06:00:00Z`) + minute * 60_000),
      SITE.latitude,
      SITE.longitude,
    ),
  );

test('at noon on midsummer the sun is in the south, as high as the axial tilt allows', () => {
  const highest = minutesOf('2026-06-21').toSorted((a, b) => b.elevation - a.elevation)[0];
  expect(highest?.elevation).toBeCloseTo(90 - SITE.latitude + 23.44, 1);
  expect(Math.abs((highest?.azimuth ?? 0) - 180)).toBeLessThan(2);
});

test('the sun rises in the east and sets in the west at an equinox', () => {
  const up = minutesOf('2026-03-20').filter(({ elevation }) => elevation > 0);
  expect(Math.abs((up[0]?.azimuth ?? 0) - 90)).toBeLessThan(1);
  expect(Math.abs((up.at(-1)?.azimuth ?? 0) - 270)).toBeLessThan(1);
  expect(Math.abs(up.length - 12 * 60)).toBeLessThan(3);
});
