import proj4 from 'proj4';
import { AppError } from '#domain/errors.ts';
import type { Bounds } from '#domain/rasters.ts';

export type Point = readonly [x: number, y: number];

export type Projection = { project: (place: Point) => Point; unproject: (place: Point) => Point };

/** Axes to the west or south, as proj4 names them: the only ones whose order and direction GDAL keeps. */
const WEST_OR_SOUTH_AXES = /^(?:w[ns]|[ns]w|es|se)u$/;

/** East before north, unless the system has western or southern axes. Throws for unreadable systems. */
export function projectionOf(system: string, world: 'EPSG:4326' | 'EPSG:3857' = 'EPSG:4326') {
  const isTurned = WEST_OR_SOUTH_AXES.test(new proj4.Proj(system).axis);
  const converter = proj4(world, system);
  const pair = ([x, y]: readonly number[]): Point => [x ?? NaN, y ?? NaN];
  return {
    project: ([x, y]: Point) => pair(converter.forward([x, y], isTurned)),
    unproject: ([x, y]: Point) => pair(converter.inverse([x, y], isTurned)),
  } satisfies Projection;
}

/** X = a col + b row + c, Y = d col + e row + f, from the corner of the first pixel. */
export type Affine = readonly [a: number, b: number, c: number, d: number, e: number, f: number];

export type Georeference = {
  proj4: string;
  epsg: number | null;
  affine: Affine;
  width: number;
  height: number;
  nodata: number | null;
};

/** Half the side of Web Mercator's square (EPSG:3857), in meters. */
export const MERCATOR_EDGE = 20_037_508.342_789_244;
/** The latitude where Web Mercator ends, in degrees. */
const MERCATOR_LATITUDE = 85.051_128_78;
const TILE = 256;
const MAX_ZOOM = 24;
const RADIUS = 6_378_137;
/** Points per side of a raster, because its edges are curves once projected. */
const STEPS = 16;

export const placeOfPixel = ([a, b, c, d, e, f]: Affine, [column, row]: Point): Point => [
  a * column + b * row + c,
  d * column + e * row + f,
];

export function pixelOfPlace([a, b, c, d, e, f]: Affine, [x, y]: Point): Point {
  const determinant = a * e - b * d;
  return [(e * (x - c) - b * (y - f)) / determinant, (a * (y - f) - d * (x - c)) / determinant];
}

/** In degrees (WGS 84). Throws RASTER_OUT_OF_RANGE for invalid coordinates, such as latitude before longitude. */
export function boundsOf({ proj4: system, affine, width, height }: Georeference): Bounds {
  const { unproject } = projectionOf(system);
  const sides = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS).flatMap(
    (t): Point[] => [
      [t * width, 0],
      [t * width, height],
      [0, t * height],
      [width, t * height],
    ],
  );
  const places = sides.map((pixel) => unproject(placeOfPixel(affine, pixel)));
  const isOnMap = places.every(
    ([longitude, latitude]) =>
      Math.abs(longitude) <= 180 && Math.abs(latitude) <= MERCATOR_LATITUDE,
  );
  if (!isOnMap) throw new AppError('RASTER_OUT_OF_RANGE');
  const longitudes = places.map(([longitude]) => longitude);
  const latitudes = places.map(([, latitude]) => latitude);
  return {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  };
}

/** In meters on the ground, at the center pixel. */
export function groundPixelSize({ proj4: system, affine, width, height }: Georeference) {
  const { unproject } = projectionOf(system);
  const at = (column: number, row: number) =>
    unproject(placeOfPixel(affine, [width / 2 + column, height / 2 + row]));
  const [origin, across, down] = [at(0, 0), at(10, 0), at(0, 10)];
  const [[ax, ay], [bx, by]] = [meters(origin, across), meters(origin, down)];
  return {
    across: Math.hypot(ax, ay) / 10,
    down: Math.hypot(bx, by) / 10,
    area: Math.abs(ax * by - ay * bx) / 100,
  };
}

const RADIANS = Math.PI / 180;
const ECCENTRICITY = 0.006_694_379_990_14;

/** Meters east and north to a nearby place, by the ellipsoid's radii of curvature. */
export function meters([longitude, latitude]: Point, to: Point): [number, number] {
  const sine = Math.sin(latitude * RADIANS);
  const root = Math.sqrt(1 - ECCENTRICITY * sine * sine);
  const normal = RADIUS / root;
  const meridian = (RADIUS * (1 - ECCENTRICITY)) / root ** 3;
  return [
    (to[0] - longitude) * RADIANS * normal * Math.cos(latitude * RADIANS),
    (to[1] - latitude) * RADIANS * meridian,
  ];
}

/** From the zoom at which the raster is about one tile (256 pixels) to the first that shows all detail. */
export function zoomsOf(reference: Georeference, bounds: Bounds) {
  const { across, down } = groundPixelSize(reference);
  const latitude = ((bounds.south + bounds.north) / 2) * RADIANS;
  const mercator = Math.min(across, down) / Math.cos(latitude);
  const zoom = (metersAPixel: number) => Math.log2((2 * MERCATOR_EDGE) / TILE / metersAPixel);
  const maxZoom = Math.min(MAX_ZOOM, Math.max(0, Math.ceil(zoom(mercator) - 0.05)));
  const side = Math.max(reference.width, reference.height);
  const minZoom = Math.max(0, Math.min(maxZoom, Math.floor(zoom((mercator * side) / TILE))));
  return { minZoom, maxZoom };
}
