import { expect, test } from 'vitest';
import {
  systemOfEpsg,
  systemOfKeys,
  systemOfProjection,
  type CoordinateSystem,
} from './coordinate-system.ts';
import { shiftedAt } from './datum-shift.ts';
import { meters, projectionOf, type Affine, type Point } from './georeference.ts';

/** Coordinates, longitude and latitude from gdaltransform (GDAL 3.6.2), and the uncertainty we report, in meters. */
const GDAL_PLACES: readonly (readonly [
  epsg: number,
  from: Point,
  place: Point,
  uncertainty: number | null,
])[] = [
  // UTM
  [32614, [500000, 4649776], [-99, 41.999998], null],
  [32756, [500000, 5572243], [153, -39.999998], null],
  // degrees, grads, other meridians
  [4326, [0, 0], [0, 0], null],
  [4807, [0.307215, 51.361111], [2.613045, 46.224958], null],
  [4816, [8.262771, 37.572222], [9.774269, 33.816613], 15],
  [27572, [567633, 2192862], [1.913005, 46.734944], null],
  [26591, [1497092, 4625988], [8.964691, 41.785627], null],
  [20790, [222081, 287633], [-7.876182, 39.556589], null],
  [8044, [-106384, -22858], [14.449997, 48.995003], 1500],
  // axes to the west or south
  [2065, [1144058, 544115], [17.323564, 49.394401], null],
  [5513, [1144058, 544115], [17.323564, 49.394401], null],
  [2046, [53859, 2535220], [14.474995, -22.914996], null],
  [2052, [-0, 3140000], [27, -28.374998], null],
  // Krovak
  [5514, [-544115, -1144058], [17.323564, 49.394401], null],
  // national systems of Europe
  [2100, [494318, 4240768], [23.936713, 38.317595], null],
  [3844, [564835, 484226], [25.83346, 45.854724], null],
  [5678, [4500351, 5650393], [12.003497, 50.988758], null],
  [28992, [142864, 470673], [5.209591, 52.224003], null],
  [27700, [305286, 610578], [-3.496361, 55.380005], null],
  [31370, [155854, 132632], [4.451269, 50.504447], null],
  [2056, [2659933, 1185027], [8.223926, 46.813703], null],
  [21781, [659933, 185027], [8.223926, 46.813703], null],
  [31467, [3500350, 5671528], [9.003946, 51.178718], null],
  [31255, [125, 272860], [13.33425, 47.594473], null],
  [3021, [1493981, 6827741], [15.691819, 61.564205], null],
  [2393, [3500235, 7226572], [27.001349, 65.135435], null],
  [31275, [5495263, 4974498], [14.935284, 44.91483], null],
  [29902, [183709, 240012], [-8.24571, 53.410219], null],
  [2180, [509848, 511024], [19.145001, 52.464998], null],
  [2176, [5521579, 5852517], [15.320002, 52.804998], null],
  // one datum with many shifts
  [23029, [500000, 5457580], [-9.001497, 49.268964], null],
  [23032, [500000, 6699458], [8.998543, 60.429546], null],
  [23035, [500318, 6119407], [27.004247, 55.219512], 11],
  [28406, [6500000, 6338956], [32.997972, 57.16998], null],
  [28420, [20500000, 6958969], [117.000893, 62.735821], null],
  [26714, [500000, 5334421], [-99.000441, 48.16497], 16],
  [26717, [500000, 5038834], [-80.999781, 45.504988], 11],
  [4267, [-120.045, 45.16], [-120.046101, 45.159822], 8],
  [29183, [500000, 8546271], [-45.000414, -13.15044], 6],
  [21036, [499446, 9358963], [32.995682, -5.802234], 16],
  [20137, [500000, 1404387], [39.000877, 12.705731], 7],
  // feet, links and yards
  [2277, [2375931, 10336612], [-100.08, 31.025001], null],
  [32039, [2079349, 494094], [-100.080375, 31.025181], 8],
  [2229, [6631143, 1926178], [-117.769999, 34.284999], null],
  [30200, [586819, 450615], [-61.044234, 10.673707], null],
  [24378, [3499000, 860238], [75.993854, 31.754719], 23],
  [2256, [1829275, 886403], [-110.055, 46.680001], null],
  // Asia and the Pacific
  [30169, [-7265, -261201], [139.751847, 33.648465], 10],
  [6677, [-7266, -261229], [139.755001, 33.644997], null],
  [2326, [832208, 823817], [114.137459, 22.353468], null],
  [3414, [27631, 31373], [103.830003, 1.300001], null],
  [3168, [455639, 438584], [102.093489, 3.964749], 16],
  [29873, [530453, 471427], [114.463087, 4.259203], null],
  [5170, [200000, 441181], [127.000789, 37.472809], null],
  [28193, [143414, 1085979], [34.930724, 31.365368], null],
  [2039, [193412, 585982], [34.930692, 31.365376], 10],
  [2433, [500481, 3356755], [108.005002, 30.329997], 39],
  // New Zealand and Australia
  [27200, [2467749, 6054682], [172.500164, -40.713243], 34],
  [2193, [1557769, 5492760], [172.500005, -40.714997], null],
  [28356, [500000, 5970020], [153, -36.415003], null],
  [20256, [500000, 7303692], [153.001036, -24.378408], null],
  // rare projections
  [6247, [94732, 105948], [-74.124996, 4.649996], null],
  [29701, [470243, 814805], [47.103549, -18.766324], null],
  [3035, [3974432, 3519464], [4.624993, 54.665003], null],
  [3995, [0, -1638783], [0, 75.000002], null],
];

/** Meters between our position and GDAL's, and the uncertainty we report. */
function compareWithGdal(system: CoordinateSystem | null, [x, y]: Point, place: Point) {
  const affine: Affine = [1, 0, x, 0, -1, y];
  if (!system) throw new Error('the system was not found');
  const { proj4, uncertainty } = shiftedAt(system, affine, { width: 0, height: 0 });
  return { off: Math.hypot(...meters(place, projectionOf(proj4).unproject([x, y]))), uncertainty };
}

test.each(GDAL_PLACES)(
  'EPSG:%i has the same position as in GDAL',
  (epsg, from, place, uncertainty) => {
    const found = compareWithGdal(systemOfEpsg(epsg), from, place);
    expect(found.uncertainty).toBe(uncertainty);
    expect(found.off).toBeLessThan(uncertainty ?? 5);
  },
);

const AMSTERDAM: Point = [4.8887, 52.37037];
const RD: Point = [121_050, 487_060];
/** EPSG:23032 691700, 5334900. */
const ED50_PLACE: Point = [11.575658, 48.136675];
const ESRI_RD = `PROJCS["RD_New",GEOGCS["GCS_Amersfoort",DATUM["D_Amersfoort",
  SPHEROID["Bessel_1841",6377397.155,299.1528128]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]],
  PROJECTION["Double_Stereographic"],PARAMETER["False_Easting",155000.0],PARAMETER["False_Northing",463000.0],
  PARAMETER["Central_Meridian",5.38763888888889],PARAMETER["Scale_Factor",0.9999079],
  PARAMETER["Latitude_Of_Origin",52.1561605555556],UNIT["Meter",1.0]]`;
const SITE_GRID = ESRI_RD.replace('RD_New', 'Site grid');
const USER_DEFINED = { ProjectedCSTypeGeoKey: 32_767 };
const UTM_OF_ED50 = {
  ...USER_DEFINED,
  ProjCoordTransGeoKey: 1,
  ProjLinearUnitsGeoKey: 9001,
  ProjNatOriginLongGeoKey: 9,
  ProjNatOriginLatGeoKey: 0,
  ProjScaleAtNatOriginGeoKey: 0.9996,
  ProjFalseEastingGeoKey: 500_000,
  ProjFalseNorthingGeoKey: 0,
};

// The expected places are from GDAL.
test.each([
  ['the name in an Esri .prj', systemOfProjection(ESRI_RD), RD, AMSTERDAM],
  ['the datum of a custom system', systemOfProjection(SITE_GRID), RD, AMSTERDAM],
  [
    'an ArcGIS text',
    systemOfKeys({ ...USER_DEFINED, PCSCitationGeoKey: `ESRI PE String = ${SITE_GRID}|` }),
    RD,
    AMSTERDAM,
  ],
  [
    'a datum code',
    systemOfKeys({ ...UTM_OF_ED50, GeogGeodeticDatumGeoKey: 6230 }),
    [691_700, 5_334_900],
    ED50_PLACE,
  ],
  [
    'a datum name',
    systemOfKeys({
      ...UTM_OF_ED50,
      GeographicTypeGeoKey: 32_767,
      GeogEllipsoidGeoKey: 7022,
      GeogCitationGeoKey: 'ED50|',
    }),
    [691_700, 5_334_900],
    ED50_PLACE,
  ],
] as const)('the datum shift is found by %s', (_what, system, from, place) => {
  expect(compareWithGdal(system, from, place).off).toBeLessThan(5);
});

test('the name in a .prj is ignored if its text defines another system', () => {
  const moved = ESRI_RD.replace('155000.0', '0.0');
  expect(systemOfProjection(moved)?.epsg).toBeNull();
});

test('an unknown datum is reported as uncertain, WGS 84 is not', () => {
  const of = (ellipsoid: string) =>
    compareWithGdal(
      { epsg: null, proj4: `+proj=utm +zone=32 +ellps=${ellipsoid}`, base: null },
      RD,
      RD,
    );
  expect(of('intl').uncertainty).toBe(1500);
  expect(of('WGS84').uncertainty).toBeNull();
});

test('systems that proj4 reads differently from GDAL are rejected', () => {
  const mercator = SITE_GRID.replace('Double_Stereographic', 'Mercator');
  const grads = SITE_GRID.replace('"Degree",0.0174532925199433', '"Grad",0.015707963267949');
  for (const text of [mercator, grads]) expect(systemOfProjection(text)).toBeNull();
});
