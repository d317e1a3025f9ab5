import { expect, test } from 'vitest';
import { affineOfTags, affineOfWorldFile } from './affine-tags.ts';
import { systemOfEpsg, systemOfKeys, systemOfProjection } from './coordinate-system.ts';
import {
  boundsOf,
  groundPixelSize,
  pixelOfPlace,
  placeOfPixel,
  type Affine,
} from './georeference.ts';
import { placementOf } from './place.ts';

const at = (epsg: number, x: number, y: number) => {
  const system = systemOfEpsg(epsg);
  const affine: Affine = [1e-6, 0, x, 0, -1e-6, y];
  const bounds = boundsOf({
    proj4: '',
    ...system,
    epsg,
    affine,
    width: 1,
    height: 1,
    nodata: null,
  });
  return [bounds.west, bounds.north];
};

// From gdaltransform (GDAL 3.6.2).
test.each([
  ['UTM north', 32_614, [596_450.152_567, 3_319_206.222_757], [-98, 30]],
  ['UTM south', 32_753, [282_241.145_312, 8_672_655.935_809], [133, -12]],
  ['degrees', 4326, [-98.09, 30.17], [-98.09, 30.17]],
  ['US survey feet', 2277, [3_127_546.442_53, 10_082_681.230_377], [-97.7, 30.3]],
] as const)('%s has the same position as in GDAL', (_name, epsg, [x, y], [longitude, latitude]) => {
  const [west = 0, north = 0] = at(epsg, x, y);
  expect(west).toBeCloseTo(longitude, 6);
  expect(north).toBeCloseTo(latitude, 6);
});

test('an affine is read from scale and tie point, a matrix, or pixel centers', () => {
  const tags = { scale: [2, 2, 0], tiepoint: [0, 0, 0, 100, 200, 0] };
  expect(affineOfTags({ ...tags, isPoint: false })).toEqual([2, 0, 100, 0, -2, 200]);
  expect(affineOfTags({ ...tags, isPoint: true })).toEqual([2, 0, 99, 0, -2, 201]);
  const matrix = [0.2, 0.1, 0, 5, 0.1, -0.2, 0, 6, 0, 0, 0, 0, 0, 0, 0, 1];
  const turned = affineOfTags({ transformation: matrix, isPoint: false });
  expect(turned).toEqual([0.2, 0.1, 5, 0.1, -0.2, 6]);
  const place = placeOfPixel(turned ?? [1, 0, 0, 0, 1, 0], [30, 40]);
  expect(pixelOfPlace(turned ?? [1, 0, 0, 0, 1, 0], place).map(Math.round)).toEqual([30, 40]);
  expect(affineOfTags({ scale: [0, 0, 0], tiepoint: tags.tiepoint, isPoint: false })).toBeNull();
});

test('a world file gives the center of the first pixel', () => {
  expect(affineOfWorldFile('0.5\n0\n0\n-0.5\n100.25\n199.75\n')).toEqual([
    0.5, 0, 100, 0, -0.5, 200,
  ]);
  expect(affineOfWorldFile('0.5 0 0 -0.5 100')).toBeNull();
  expect(affineOfWorldFile('a b c d e f')).toBeNull();
});

const WKT = `PROJCS["NAD_1983_StatePlane_Texas_Central_FIPS_4203_Feet",GEOGCS["GCS_North_American_1983",
DATUM["D_North_American_1983",SPHEROID["GRS_1980",6378137.0,298.257222101]],PRIMEM["Greenwich",0.0],
UNIT["Degree",0.0174532925199433]],PROJECTION["Lambert_Conformal_Conic"],PARAMETER["False_Easting",2296583.333],
PARAMETER["False_Northing",9842500.0],PARAMETER["Central_Meridian",-100.333333333333],
PARAMETER["Standard_Parallel_1",31.8833333333333],PARAMETER["Standard_Parallel_2",30.1166666666667],
PARAMETER["Latitude_Of_Origin",29.6666666666667],UNIT["US survey foot",0.304800609601219]]`;

test('a .prj is read by its name, its definition or its final code', () => {
  const spelled = systemOfProjection(WKT.replace('NAD_1983_StatePlane', 'Site'));
  expect(spelled?.epsg).toBeNull();
  const affine: Affine = [1, 0, 3_127_546.44, 0, -1, 10_082_681.23];
  const { west, north } = boundsOf({
    proj4: '',
    epsg: null,
    ...spelled,
    affine,
    width: 1,
    height: 1,
    nodata: null,
  });
  expect([west, north].map((degrees) => degrees.toFixed(5))).toEqual(['-97.70000', '30.30000']);
  expect(systemOfProjection(WKT)?.epsg).toBe(2277);
  expect(systemOfProjection('PROJCS["x",AUTHORITY["EPSG","2277"]]')?.epsg).toBe(2277);
  expect(systemOfProjection('PROJCS["WGS_1984_UTM_Zone_14N",GEOGCS["a"]]')?.epsg).toBe(32_614);
  expect(systemOfProjection(WKT.replace('PROJCS["', '$&Site\0\ud800'))?.proj4).toMatch(
    /^PROJCS\["Site\ufffdNAD/,
  );
  for (const broken of ['', 'hello', 'PROJCS["a"]']) expect(systemOfProjection(broken)).toBeNull();
});

test('a system can be defined by keys, and an unknown code is rejected', () => {
  const keys = {
    ProjLinearUnitsGeoKey: 9001,
    ProjNatOriginLongGeoKey: -99,
    ProjNatOriginLatGeoKey: 0,
  };
  const spelled = systemOfKeys({
    ...keys,
    ProjectedCSTypeGeoKey: 32_767,
    ProjCoordTransGeoKey: 1,
    ProjScaleAtNatOriginGeoKey: 0.9996,
    ProjFalseEastingGeoKey: 500_000,
    ProjFalseNorthingGeoKey: 0,
  });
  expect(spelled).toMatchObject({ epsg: null, proj4: expect.stringContaining('+lon_0=-99') });
  expect(systemOfEpsg(99_999)).toBeNull();
  expect(systemOfKeys({})).toBeNull();
});

test('impossible positions are refused, such as latitude before longitude', () => {
  const wgs84 = {
    epsg: 4326,
    proj4: '+proj=longlat +datum=WGS84 +no_defs',
    uncertainty: null,
  };
  const size = { width: 10, height: 10, validShare: 1 };
  expect(() => placementOf(wgs84, [1e-6, 0, 30, 0, -1e-6, -98], size)).toThrow(
    expect.objectContaining({ code: 'RASTER_OUT_OF_RANGE' }),
  );
});

test('areas and ground sample distances are true meters, even where the projection stretches', () => {
  const proj4 = '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +no_defs';
  // 60° north, where Web Mercator doubles lengths.
  const affine: Affine = [1, 0, 1_000_000, 0, -1, 8_399_738];
  const ground = groundPixelSize({
    proj4,
    epsg: 3857,
    affine,
    width: 100,
    height: 100,
    nodata: null,
  });
  expect(ground.across).toBeCloseTo(0.5015, 3);
  expect(ground.area).toBeCloseTo(0.251, 3);
});
