import type { Bounds } from '#domain/rasters.ts';
import {
  MERCATOR_EDGE,
  pixelOfPlace,
  projectionOf,
  type Georeference,
  type Point,
  type Projection,
} from './georeference.ts';
import type { Box, Level } from './pyramid.ts';

export const TILE = 256;
/** Number of exact positions per side. Interpolating between them is off by less than 0.02 pixels at any zoom. */
const STEPS = 8;
const MAX_PIXELS_READ = 4_000_000;
/** A level's pixels may be up to this many times as large as the tile's. */
const MAX_COARSENESS = 1.2;

export type TileAddress = { z: number; x: number; y: number };

export type PlacedRaster = Pick<Georeference, 'proj4' | 'affine' | 'width' | 'height'> & {
  bounds: Bounds;
  levels: readonly Level[];
};

export type TileWindow = {
  page: number;
  box: Box;
  area: { left: number; top: number; right: number; bottom: number };
  /** Positions for a row of `area`, relative to the center of the box's first pixel. The next call overwrites them. */
  placesOf: (row: number) => Places;
};

type Places = { columns: Float32Array; rows: Float32Array };

const toSystem = new Map<string, Convert>();
const MAX_SYSTEMS = 200;

type Convert = Projection['project'];

/** Cached, because setting up a projection takes longer than drawing a tile. */
function converter(system: string): Convert {
  const known = toSystem.get(system);
  if (known) return known;
  const { project } = projectionOf(system, 'EPSG:3857');
  if (toSystem.size >= MAX_SYSTEMS) toSystem.clear();
  toSystem.set(system, project);
  return project;
}

export function tileWindow(raster: PlacedRaster, tile: TileAddress, margin = 0): TileWindow | null {
  const area = areaWithin(raster.bounds, tile, margin);
  if (!area) return null;
  const mesh = meshOf(raster, tile, area);
  if (!mesh) return null;
  const part = partOf(raster, mesh, area);
  return part && { ...part, area, placesOf: placesIn(mesh, area, part) };
}

function areaWithin(
  { west, south, east, north }: Bounds,
  { z, x, y }: TileAddress,
  margin: number,
) {
  const across = (longitude: number) => ((longitude + 180) / 360) * 2 ** z - x;
  const down = (latitude: number) => {
    const sine = Math.sin((latitude * Math.PI) / 180);
    return (0.5 - Math.atanh(sine) / (2 * Math.PI)) * 2 ** z - y;
  };
  const from = (at: number) => Math.max(-margin, Math.floor(at * TILE) - 1);
  const to = (at: number) => Math.min(TILE + margin, Math.ceil(at * TILE) + 1);
  const area = {
    left: from(across(west)),
    top: from(down(north)),
    right: to(across(east)),
    bottom: to(down(south)),
  };
  return area.right > area.left && area.bottom > area.top ? area : null;
}

type Mesh = { columns: Float64Array; rows: Float64Array };

function meshOf(
  { proj4: system, affine }: PlacedRaster,
  { z, x, y }: TileAddress,
  { left, top, right, bottom }: TileWindow['area'],
): Mesh | null {
  const convert = converter(system);
  const unit = (2 * MERCATOR_EDGE) / 2 ** z / TILE;
  const count = (STEPS + 1) ** 2;
  const mesh = { columns: new Float64Array(count), rows: new Float64Array(count) };
  for (let index = 0; index < count; index++) {
    const across = left + ((right - left) * (index % (STEPS + 1))) / STEPS;
    const down = top + ((bottom - top) * Math.floor(index / (STEPS + 1))) / STEPS;
    const [east, north] = convert([
      (x * TILE + across) * unit - MERCATOR_EDGE,
      MERCATOR_EDGE - (y * TILE + down) * unit,
    ]);
    const [column, row] = pixelOfPlace(affine, [east, north]);
    if (!Number.isFinite(column) || !Number.isFinite(row)) return null;
    mesh.columns[index] = column;
    mesh.rows[index] = row;
  }
  return mesh;
}

/** Each level is exactly half of the previous one, except for its last column and row. */
function partOf({ levels }: PlacedRaster, mesh: Mesh, area: TileWindow['area']) {
  const corner = (index: number): Point => [mesh.columns[index] ?? 0, mesh.rows[index] ?? 0];
  const [first, across, down] = [corner(0), corner(STEPS), corner(STEPS * (STEPS + 1))];
  const [ax, ay] = [across[0] - first[0], across[1] - first[1]];
  const [bx, by] = [down[0] - first[0], down[1] - first[1]];
  const pixels = (area.right - area.left) * (area.bottom - area.top);
  const scale = Math.sqrt(Math.abs(ax * by - ay * bx) / pixels);
  let page = 0;
  while (page + 1 < levels.length && 2 ** (page + 1) <= scale * MAX_COARSENESS) page++;
  let box = boxAt(levels, page, mesh);
  while (box && box.width * box.height > MAX_PIXELS_READ && page + 1 < levels.length)
    box = boxAt(levels, ++page, mesh);
  return box && { page, box };
}

function boxAt(levels: readonly Level[], page: number, mesh: Mesh): Box | null {
  const [width, height] = levels[page] ?? [0, 0];
  const span = (pixels: Float64Array, most: number) => {
    const from = Math.max(0, Math.floor(Math.min(...pixels) / 2 ** page) - 1);
    return [from, Math.min(most, Math.ceil(Math.max(...pixels) / 2 ** page) + 2) - from] as const;
  };
  const [[left, boxWidth], [top, boxHeight]] = [span(mesh.columns, width), span(mesh.rows, height)];
  if (boxWidth <= 0 || boxHeight <= 0) return null;
  return { left, top, width: boxWidth, height: boxHeight };
}

/** One row at a time, because the positions of a whole tile take half a megabyte. */
function placesIn(
  mesh: Mesh,
  { left, top, right, bottom }: TileWindow['area'],
  { page, box }: { page: number; box: Box },
): TileWindow['placesOf'] {
  const places = {
    columns: new Float32Array(right - left),
    rows: new Float32Array(right - left),
  };
  const scale = 2 ** page;
  return (row) => {
    const down = ((row - top + 0.5) / (bottom - top)) * STEPS;
    fill(places.columns, mesh.columns, { down, scale, origin: box.left + 0.5 });
    fill(places.rows, mesh.rows, { down, scale, origin: box.top + 0.5 });
    return places;
  };
}

type Filling = { down: number; scale: number; origin: number };

function fill(to: Float32Array, mesh: Float64Array, { down, scale, origin }: Filling) {
  const above = Math.floor(down) * (STEPS + 1);
  const at = (step: number) => {
    const [upper = 0, lower = 0] = [mesh[above + step], mesh[above + step + STEPS + 1]];
    return (upper + (lower - upper) * (down - Math.floor(down))) / scale - origin;
  };
  const { length } = to;
  for (let step = 0, column = 0; step < STEPS; step++) {
    const [from, next] = [at(step), at(step + 1)];
    for (; column < length; column++) {
      const across = ((column + 0.5) / length) * STEPS - step;
      if (across >= 1) break;
      to[column] = from + (next - from) * across;
    }
  }
}
