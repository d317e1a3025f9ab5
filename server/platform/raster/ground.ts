import { areaOf, distanceBetween } from '#domain/geodesy.ts';
import { pixelOfPlace, placeOfPixel, projectionOf, type Point } from './georeference.ts';
import type { PlacedRaster } from './tile-window.ts';

/** Longitude and latitude, in degrees. */
export type Position = readonly [number, number];

export type Ground = {
  pixelOf(position: Position): Point;
  positionOf(pixel: Point): Position;
  /** Area of the pixel on the ellipsoid, in square meters. */
  areaAt(pixel: Point): number;
  /** Side of the center pixel, in meters. */
  cell: number;
};

const STEP = 8;

export function groundUnder({ proj4: system, affine, width, height }: PlacedRaster): Ground {
  const { project, unproject } = projectionOf(system);
  const pixelOf = (position: Position): Point => pixelOfPlace(affine, project(position));
  const positionOf = (pixel: Point): Position => unproject(placeOfPixel(affine, pixel));
  const areaAt = ([column, row]: Point): number => {
    const half = STEP / 2;
    const corners = [
      [column - half, row - half],
      [column + half, row - half],
      [column + half, row + half],
      [column - half, row + half],
    ] as const;
    return areaOf(corners.map(positionOf)) / STEP ** 2;
  };
  const cell = Math.sqrt(areaAt([width / 2, height / 2]));
  return { pixelOf, positionOf, areaAt, cell };
}

export function alongLine(line: readonly Position[], count: number) {
  const lengths = line.slice(1).map((at, index) => distanceBetween(line[index] ?? at, at));
  const total = lengths.reduce((sum, length) => sum + length, 0);
  let [segment, before] = [0, 0];
  return Array.from({ length: count }, (_, index) => {
    const distance = (total * index) / (count - 1);
    while (segment < lengths.length - 1 && distance > before + (lengths[segment] ?? 0))
      before += lengths[segment++] ?? 0;
    const share = Math.min(1, (distance - before) / (lengths[segment] || 1));
    const [from, to] = [line[segment] ?? [0, 0], line[segment + 1] ?? [0, 0]];
    const position: Position = [
      from[0] + (to[0] - from[0]) * share,
      from[1] + (to[1] - from[1]) * share,
    ];
    return { distance, position };
  });
}
