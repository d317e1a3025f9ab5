import { areaOf } from '#domain/geodesy.ts';
import type { VolumeBase } from '#domain/measurements.ts';
import { blocksOf, regionOf } from './blocks.ts';
import type { Point } from './georeference.ts';
import { alongLine, groundUnder, type Ground, type Position } from './ground.ts';
import { heightsAt } from './heights.ts';
import { readValues } from './pyramid.ts';
import { metersPerUnit, type RenderedRaster } from './tile.ts';

const MAX_EDGE_POINTS = 4000;

type Base = (column: number, row: number) => number;

/**
 * In cubic meters, above and below a base. Cells on the outline count in part. Returns null if nothing was measured.
 */
export async function volumeWithin(
  raster: RenderedRaster,
  corners: readonly Position[],
  wanted: VolumeBase,
) {
  const ground = groundUnder(raster);
  const region = regionOf(raster, ground, corners);
  const levelAt = region && (await baseOf(raster, ground, corners, wanted));
  if (!levelAt) return null;
  const [floor, toMeters] = [raster.valueFloor ?? -Infinity, metersPerUnit(raster)];
  const { page, scale } = region;
  let [above, below, known, bases, highest] = [0, 0, 0, 0, -Infinity];
  for (const { shares, cellArea, ...box } of blocksOf(region, ground)) {
    const values = await readValues(raster.paths.values, page, box);
    for (let at = 0; at < shares.length; at++) {
      const [share, value] = [shares[at] as number, values[at] as number];
      if (share === 0 || !(value > floor)) continue;
      const column = (box.left + (at % box.width) + 0.5) * scale;
      const level = levelAt(column, (box.top + Math.floor(at / box.width) + 0.5) * scale);
      const height = value * toMeters;
      const difference = height - level;
      const area = share * cellArea;
      if (difference > 0) above += difference * area;
      else below -= difference * area;
      known += area;
      bases += level * area;
      highest = Math.max(highest, height);
    }
  }
  if (known === 0) return null;
  const area = areaOf(corners);
  const coverage = Math.min(1, known / area);
  const cellSize = ground.cell * scale;
  const base = bases / known;
  return { area, above, below, net: above - below, base, highest, coverage, cellSize };
}

async function baseOf(
  raster: RenderedRaster,
  ground: Ground,
  corners: readonly Position[],
  wanted: VolumeBase,
): Promise<Base | null> {
  if (wanted.kind === 'height') return () => wanted.height;
  const [first = [0, 0]] = corners;
  const edge = [...corners, first];
  const pixels = edge.map((position) => ground.pixelOf(position));
  const length = pixels
    .slice(1)
    .reduce(
      (sum, [x, y], index) =>
        sum + Math.hypot(x - (pixels[index]?.[0] ?? x), y - (pixels[index]?.[1] ?? y)),
      0,
    );
  const count = Math.max(edge.length, Math.min(MAX_EDGE_POINTS, Math.ceil(length)));
  const places = [
    ...alongLine(edge, count).map(({ position }) => ground.pixelOf(position)),
    ...pixels,
  ];
  const heights = await heightsAt(raster, places);
  const known = places.flatMap(([x, y], index) => {
    const height = heights[index] ?? NaN;
    return Number.isNaN(height) ? [] : [{ x, y, height }];
  });
  if (known.length === 0) return null;
  if (wanted.kind === 'edge_plane') return planeThrough(known);
  const lowest = known.reduce((least, { height }) => Math.min(least, height), Infinity);
  return () => lowest;
}

type Known = { x: number; y: number; height: number };

/** Least-squares plane; level if all points are on one line. */
function planeThrough(points: readonly Known[]): Base {
  const mean = (of: (point: Known) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x0, y0, h0]: [number, number, number] = [
    mean(({ x }) => x),
    mean(({ y }) => y),
    mean(({ height }) => height),
  ];
  const [xx, xy, yy] = [
    mean(({ x }) => (x - x0) ** 2),
    mean(({ x, y }) => (x - x0) * (y - y0)),
    mean(({ y }) => (y - y0) ** 2),
  ] as [number, number, number];
  const xh = mean(({ x, height }) => (x - x0) * (height - h0));
  const yh = mean(({ y, height }) => (y - y0) * (height - h0));
  const determinant = xx * yy - xy ** 2;
  if (determinant < 1e-9 * (xx + yy) ** 2) return () => h0;
  const [east, south]: Point = [
    (xh * yy - yh * xy) / determinant,
    (yh * xx - xh * xy) / determinant,
  ];
  return (column, row) => h0 + east * (column - x0) + south * (row - y0);
}
