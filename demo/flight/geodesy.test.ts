import { expect, test } from 'vitest';
import { fromSite, toUtm14 } from './geodesy.ts';

const WACO = { latitude: 31.5208, longitude: -97.1583 };

test('the central meridian of zone 14 is at 500 kilometers, with the northing of the meridian arc', () => {
  const { easting, northing, convergence } = toUtm14({ latitude: 45, longitude: -99 });
  expect(easting).toBeCloseTo(500_000, 4);
  // The scale factor times the meridian arc to 45° on WGS 84 (4,984,944.378 m).
  expect(northing).toBeCloseTo(0.9996 * 4_984_944.378, 2);
  expect(convergence).toBeCloseTo(0, 9);
});

test('a point offset from the site in grid meters has the right coordinates', () => {
  const origin = toUtm14(WACO);
  const place = toUtm14(fromSite(WACO, 120, -80));
  expect(place.easting - origin.easting).toBeCloseTo(120, 2);
  expect(place.northing - origin.northing).toBeCloseTo(-80, 2);
});
