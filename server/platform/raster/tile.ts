import { CHANGE_SCALE, scaleOf } from '#domain/color-scales.ts';
import { isHeightModel, type RasterType } from '#domain/rasters.ts';
import { US_SURVEY_FOOT } from '#domain/units.ts';
import { sharp } from '../sharp.ts';
import { readColors, readMask, readValues } from './pyramid.ts';
import { resampleColors, resampleValues, type TilePixels } from './resample.ts';
import { shade } from './shade.ts';
import { TILE, tileWindow, type PlacedRaster, type TileAddress } from './tile-window.ts';
import { MERCATOR_EDGE } from './georeference.ts';

export type RenderedRaster = PlacedRaster & {
  rasterType: RasterType;
  hasMask: boolean;
  valueFloor: number | null;
  unit: 'm' | 'ft_us' | 'celsius' | null;
  low: number | null;
  high: number | null;
  paths: { color: string; mask: string; values: string };
};

export type Drawing = {
  /** Values of the first and last color, in the raster's unit; meters for a change. */
  stretch: readonly [number, number] | null;
  hillshade: boolean;
};

const ENCODING = { quality: 78, effort: 2 };

export async function renderTile(
  raster: RenderedRaster,
  tile: TileAddress,
  drawing: Drawing,
): Promise<Buffer | null> {
  const { rasterType } = raster;
  if (rasterType === 'orthophoto') return renderColors(raster, tile);
  const relief = drawing.hillshade && isHeightModel(rasterType) ? reliefOf(raster, tile) : null;
  const margin = relief ? 1 : 0;
  const values = await valuesOf(raster, tile, margin);
  if (!values) return null;
  const [low, high] = drawing.stretch ?? [raster.low ?? 0, raster.high ?? 1];
  return encodeShaded(shade(values, { scale: scaleOf(rasterType), low, high, margin, relief }));
}

/** Renders the change in height. Returns null if either raster doesn't overlap the tile. */
export async function renderChange(
  later: RenderedRaster,
  earlier: RenderedRaster,
  tile: TileAddress,
  [low, high]: readonly [number, number],
): Promise<Buffer | null> {
  const [after, before] = await Promise.all([valuesOf(later, tile, 0), valuesOf(earlier, tile, 0)]);
  if (!after || !before) return null;
  const [here, there] = [metersPerUnit(later), metersPerUnit(earlier)];
  const change = after.map((value, at) => value * here - (before[at] as number) * there);
  return encodeShaded(shade(change, { scale: CHANGE_SCALE, low, high, margin: 0, relief: null }));
}

export const metersPerUnit = ({ unit }: Pick<RenderedRaster, 'unit'>): number =>
  unit === 'ft_us' ? US_SURVEY_FOOT : 1;

async function renderColors(raster: RenderedRaster, tile: TileAddress) {
  const window = tileWindow(raster, tile);
  if (!window) return null;
  const { page, box } = window;
  const [colors, mask] = await Promise.all([
    readColors(raster.paths.color, page, box),
    raster.hasMask ? readMask(raster.paths.mask, page, box) : null,
  ]);
  return encode(resampleColors(window, colors, mask));
}

async function valuesOf(raster: RenderedRaster, tile: TileAddress, margin: number) {
  const window = tileWindow(raster, tile, margin);
  if (!window) return null;
  const values = await readValues(raster.paths.values, window.page, window.box);
  return resampleValues(window, values, { floor: raster.valueFloor ?? -Infinity, margin });
}

function reliefOf(raster: RenderedRaster, { z, y }: TileAddress) {
  const mercator = Math.PI * (1 - (2 * (y + 0.5)) / 2 ** z);
  const pixel = (2 * MERCATOR_EDGE) / 2 ** z / TILE / Math.cosh(mercator);
  return { value: metersPerUnit(raster), pixel };
}

const encode = ({ pixels, channels }: TilePixels): Promise<Buffer> =>
  sharp(pixels, { raw: { width: TILE, height: TILE, channels } })
    .webp(ENCODING)
    .toBuffer();

const encodeShaded = (pixels: Uint8Array) => encode({ pixels, channels: 4 });

let empty: Promise<Buffer> | undefined;

/** Map programs would treat a response without a picture as a failure. */
export const emptyTile = (): Promise<Buffer> =>
  (empty ??= sharp(new Uint8Array(TILE * TILE * 4), {
    raw: { width: TILE, height: TILE, channels: 4 },
  })
    .webp({ lossless: true })
    .toBuffer());
