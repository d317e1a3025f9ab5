import { expect, test } from 'vitest';
import { type RasterPosition, NO_POSITION } from '#domain/raster-place.ts';
import { rasterCenter } from './raster-center.ts';

const NOWHERE: RasterPosition = { ...NO_POSITION, width: 1000, height: 2000 };
const at = (keys: RasterPosition['keys'], x: number, y: number, pixel = 1): RasterPosition => ({
  ...NOWHERE,
  keys,
  scale: [pixel, pixel, 0],
  tiepoint: [0, 0, 0, x, y, 0],
});
const UTM = { ProjectedCSTypeGeoKey: 32_615 };
const near = (latitude: number, longitude: number) => ({
  latitude: expect.closeTo(latitude, 3),
  longitude: expect.closeTo(longitude, 3),
});
const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],' +
  'PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

test.each([
  ['UTM', at(UTM, 478_000, 4_980_000), near(44.9641, -93.2726)],
  ['US feet', at({ ProjectedCSTypeGeoKey: 2277 }, 3_100_000, 10_080_000), near(30.2916, -97.7859)],
  ['degrees', at({ GeographicTypeGeoKey: 4326 }, -74.07, 4.72, 1e-6), near(4.719, -74.0695)],
  [
    'a world file and its projection',
    { ...NOWHERE, worldFile: '1e-6\n0\n0\n-1e-6\n-74.07\n4.72\n', projection: WGS84 },
    near(4.719, -74.0695),
  ],
  ['control points', { ...at(UTM, 478_500, 4_979_000), scale: null }, near(44.9641, -93.2726)],
  ['no coordinate system', at({}, 478_000, 4_980_000), null],
  ['nothing', NOWHERE, null],
  ['coordinates outside the Earth', at({ GeographicTypeGeoKey: 4326 }, 478_000, 4_980_000), null],
  ['damaged keys', at({ ProjectedCSTypeGeoKey: 'x' }, 478_000, 4_980_000), null],
])('finds the center of a raster with %s', (_what, position, expected) => {
  expect(rasterCenter(position)).toEqual(expected);
});
