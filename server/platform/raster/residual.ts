import { distanceBetween } from '#domain/geodesy.ts';
import { pageOf } from './change.ts';
import { groundUnder, type Ground, type Position } from './ground.ts';
import { readValues } from './pyramid.ts';
import { matchRelief, medianOf, type Patch } from './relief.ts';
import { valueAt } from './resample.ts';
import { metersPerUnit, type RenderedRaster } from './tile.ts';

/** Patches per side of the common area, and cells per side of a patch. */
const GRID = 9;
const SIDE = 44;
const MIN_PATCHES = 5;
/** Steps in cells of the coarser survey, and how far a patch is searched in these steps: first up to 96 cells away. */
const SEARCHES = [
  { step: 8, reach: 12 },
  { step: 3, reach: 10 },
  { step: 1, reach: 8 },
] as const;
/** Matches agree if they are this many steps apart. */
const AGREEMENT = 1.5;

type Survey = { raster: RenderedRaster; ground: Ground };
type Shift = { east: number; north: number };
type Sampling = { at: Position; step: number; side: number };

/**
 * How far the later survey is from the earlier one where the ground hasn't changed: medians over patches whose shapes
 * match. In meters; `pixels` is the length in cells of the coarser survey. East and north are null on ground without
 * shapes. Returns null if too little of the ground is in both.
 */
export async function residualBetween(later: RenderedRaster, earlier: RenderedRaster) {
  const [mine, other] = [later, earlier].map((raster) => ({ raster, ground: groundUnder(raster) }));
  if (!mine || !other) return null;
  const cell = Math.max(mine.ground.cell, other.ground.cell);
  const places = placesInBoth(later.bounds, earlier.bounds);
  let known: Shift = { east: 0, north: 0 };
  let matches: (Shift & { up: number })[] = [];
  for (const { step, reach } of SEARCHES) {
    matches = [];
    for (const at of places) {
      const meters = step * cell;
      const patch = await patchOf(mine, { at, step: meters, side: SIDE });
      const from = moved(at, { east: -known.east, north: -known.north });
      const area = await patchOf(other, { at: from, step: meters, side: SIDE + 2 * reach });
      const match = matchRelief(patch, area);
      if (!match) continue;
      const { right, down, up } = match;
      const [east, north] = [known.east - right * meters, known.north + down * meters];
      matches.push({ east, north, up });
    }
    matches = agreeing(matches, AGREEMENT * step * cell);
    if (matches.length >= MIN_PATCHES) known = medianShift(matches);
  }
  const isMatched = matches.length >= MIN_PATCHES;
  const ups = isMatched ? matches.map(({ up }) => up) : await flatUps(mine, other, places, cell);
  if (ups.length < MIN_PATCHES) return null;
  const { east, north } = isMatched ? known : { east: null, north: null };
  const up = medianOf(ups);
  const pixels = Math.hypot(east ?? 0, north ?? 0, up) / cell;
  return { east, north, up, pixels, patches: ups.length };
}

/** The largest group around one of the matches. */
function agreeing<T extends Shift>(matches: readonly T[], meters: number): T[] {
  const groups = matches.map(({ east, north }) =>
    matches.filter((it) => Math.hypot(it.east - east, it.north - north) <= meters),
  );
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}

const medianShift = (shifts: readonly Shift[]): Shift => ({
  east: medianOf(shifts.map(({ east }) => east)),
  north: medianOf(shifts.map(({ north }) => north)),
});

/** Most of the ground is expected not to have changed. */
async function flatUps(mine: Survey, other: Survey, places: readonly Position[], step: number) {
  const ups: number[] = [];
  for (const at of places) {
    const [here, there] = [
      await patchOf(mine, { at, step, side: SIDE }),
      await patchOf(other, { at, step, side: SIDE }),
    ];
    const differences = here.values.map((value, index) => value - (there.values[index] ?? NaN));
    const valid = differences.filter((value) => !Number.isNaN(value));
    if (valid.length > here.values.length / 2) ups.push(medianOf([...valid]));
  }
  return ups;
}

type Bounds = RenderedRaster['bounds'];

function placesInBoth(one: Bounds, other: Bounds): Position[] {
  const [west, east] = [Math.max(one.west, other.west), Math.min(one.east, other.east)];
  const [south, north] = [Math.max(one.south, other.south), Math.min(one.north, other.north)];
  if (!(west < east && south < north)) return [];
  return Array.from({ length: GRID * GRID }, (_, index): Position => {
    const [across, along] = [(index % GRID) + 0.5, Math.floor(index / GRID) + 0.5];
    return [west + ((east - west) * across) / GRID, south + ((north - south) * along) / GRID];
  });
}

/** Accurate to a millionth over the few hundred meters of a patch. */
function moved([longitude, latitude]: Position, { east, north }: Shift): Position {
  const [perLongitude, perLatitude] = [
    distanceBetween([longitude - 0.0005, latitude], [longitude + 0.0005, latitude]) * 1000,
    distanceBetween([longitude, latitude - 0.0005], [longitude, latitude + 0.0005]) * 1000,
  ];
  return [longitude + east / perLongitude, latitude + north / perLatitude];
}

/** Heights in meters around a position, in rows from north to south. NaN where there is no value. */
async function patchOf({ raster, ground }: Survey, { at, step, side }: Sampling): Promise<Patch> {
  const page = pageOf(raster, ground, step);
  const pixelOf = (shift: Shift) => ground.pixelOf(moved(at, shift)).map((it) => it / 2 ** page);
  const half = (side * step) / 2;
  const [x, y] = pixelOf({ east: 0, north: 0 }) as [number, number];
  const [eastX, eastY] = pixelOf({ east: half, north: 0 }) as [number, number];
  const [southX, southY] = pixelOf({ east: 0, north: -half }) as [number, number];
  const across = [((eastX - x) * 2) / side, ((eastY - y) * 2) / side] as const;
  const down = [((southX - x) * 2) / side, ((southY - y) * 2) / side] as const;
  const [width = 0, height = 0] = raster.levels[page] ?? [];
  const reachX = (side / 2) * (Math.abs(across[0]) + Math.abs(down[0])) + 1;
  const reachY = (side / 2) * (Math.abs(across[1]) + Math.abs(down[1])) + 1;
  const [left, right] = [
    Math.max(0, Math.floor(x - reachX)),
    Math.min(width, Math.ceil(x + reachX)),
  ];
  const [top, bottom] = [
    Math.max(0, Math.floor(y - reachY)),
    Math.min(height, Math.ceil(y + reachY)),
  ];
  const values = new Float32Array(side * side).fill(NaN);
  if (right <= left || bottom <= top) return { values, side };
  const box = { left, top, width: right - left, height: bottom - top };
  const read = await readValues(raster.paths.values, page, box);
  const grid = { ...box, values: read, floor: raster.valueFloor ?? -Infinity };
  const toMeters = metersPerUnit(raster);
  for (let index = 0; index < values.length; index++) {
    const [u, v] = [(index % side) - (side - 1) / 2, Math.floor(index / side) - (side - 1) / 2];
    const column = x + u * across[0] + v * down[0] - left - 0.5;
    const row = y + u * across[1] + v * down[1] - top - 0.5;
    values[index] = valueAt(grid, column, row) * toMeters;
  }
  return { values, side };
}
