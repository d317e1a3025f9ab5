import { areaOf } from '#domain/geodesy.ts';
import { blocksOf, regionOf, type Block } from './blocks.ts';
import { groundUnder, type Ground, type Position } from './ground.ts';
import { readValues } from './pyramid.ts';
import { valueAt } from './resample.ts';
import { metersPerUnit, type RenderedRaster } from './tile.ts';

const STEPS = 4;

/**
 * In cubic meters. Compares each cell of the finer raster with an interpolated value of the other raster. Returns null
 * if they have no heights in common. /
 */
export async function changeWithin(
  later: RenderedRaster,
  earlier: RenderedRaster,
  corners: readonly Position[],
) {
  const [ofLater, ofEarlier] = [groundUnder(later), groundUnder(earlier)];
  const isLaterFiner = ofLater.cell <= ofEarlier.cell;
  const [finer, fine] = isLaterFiner ? [later, ofLater] : [earlier, ofEarlier];
  const [coarser, coarse] = isLaterFiner ? [earlier, ofEarlier] : [later, ofLater];
  const region = regionOf(finer, fine, corners);
  if (!region) return null;
  const sign = isLaterFiner ? 1 : -1;
  const [floor, toMeters] = [finer.valueFloor ?? -Infinity, metersPerUnit(finer)];
  const page = pageOf(coarser, coarse, fine.cell * region.scale);
  let [cut, fill, known] = [0, 0, 0];
  for (const block of blocksOf(region, fine)) {
    const { shares, cellArea, left, top, width, height } = block;
    const box = { left, top, width, height };
    const values = await readValues(finer.paths.values, region.page, box);
    const others = await valuesUnder(block, region.scale, fine, {
      raster: coarser,
      ground: coarse,
      page,
    });
    if (!others) continue;
    for (let at = 0; at < shares.length; at++) {
      const [share, value] = [shares[at] as number, values[at] as number];
      if (share === 0 || !(value > floor)) continue;
      const difference = sign * (value * toMeters - others(at));
      if (Number.isNaN(difference)) continue;
      const area = share * cellArea;
      if (difference > 0) fill += difference * area;
      else cut -= difference * area;
      known += area;
    }
  }
  if (known === 0) return null;
  const area = areaOf(corners);
  const coverage = Math.min(1, known / area);
  return { area, cut, fill, net: fill - cut, coverage, cellSize: fine.cell * region.scale };
}

export function pageOf({ levels }: RenderedRaster, { cell }: Ground, wanted: number): number {
  let page = 0;
  while (page + 1 < levels.length && cell * 2 ** (page + 1) <= wanted) page++;
  return page;
}

type Other = { raster: RenderedRaster; ground: Ground; page: number };

async function valuesUnder(
  { left, top, width, height }: Block,
  scale: number,
  ground: Ground,
  other: Other,
): Promise<((at: number) => number) | null> {
  const { raster, page } = other;
  const [columns, rows] = [new Float64Array((STEPS + 1) ** 2), new Float64Array((STEPS + 1) ** 2)];
  for (let index = 0; index < columns.length; index++) {
    const column = left + (width * (index % (STEPS + 1))) / STEPS;
    const row = top + (height * Math.floor(index / (STEPS + 1))) / STEPS;
    const [x, y] = other.ground.pixelOf(ground.positionOf([column * scale, row * scale]));
    columns[index] = x / 2 ** page;
    rows[index] = y / 2 ** page;
  }
  const [mostWide, mostHigh] = raster.levels[page] ?? [0, 0];
  const span = (mesh: Float64Array, most: number): [number, number] => [
    Math.max(0, Math.floor(Math.min(...mesh)) - 1),
    Math.min(most, Math.ceil(Math.max(...mesh)) + 1),
  ];
  const [[fromX, toX], [fromY, toY]] = [span(columns, mostWide), span(rows, mostHigh)];
  if (!(toX > fromX && toY > fromY)) return null;
  const box = { left: fromX, top: fromY, width: toX - fromX, height: toY - fromY };
  const values = await readValues(raster.paths.values, page, box);
  const grid = { ...box, values, floor: raster.valueFloor ?? -Infinity };
  const toMeters = metersPerUnit(raster);
  return (at) => {
    const across = (((at % width) + 0.5) / width) * STEPS;
    const down = ((Math.floor(at / width) + 0.5) / height) * STEPS;
    const x = between(columns, across, down) - fromX - 0.5;
    const y = between(rows, across, down) - fromY - 0.5;
    return valueAt(grid, x, y) * toMeters;
  };
}

function between(mesh: Float64Array, across: number, down: number): number {
  const [column, row] = [Math.floor(across), Math.floor(down)];
  const [fx, fy] = [across - column, down - row];
  const at = row * (STEPS + 1) + column;
  const upper = (mesh[at] as number) * (1 - fx) + (mesh[at + 1] as number) * fx;
  const lower = (mesh[at + STEPS + 1] as number) * (1 - fx) + (mesh[at + STEPS + 2] as number) * fx;
  return upper * (1 - fy) + lower * fy;
}
