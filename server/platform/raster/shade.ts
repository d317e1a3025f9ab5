import { colorTable, type ColorScale } from '#domain/color-scales.ts';
import { TILE } from './tile-window.ts';

const COLORS = 256;
const AZIMUTH = (315 * Math.PI) / 180;
const ALTITUDE = Math.PI / 4;
const MIN_LIGHT = 0.35;

export type Shading = {
  scale: ColorScale;
  low: number;
  high: number;
  /** Extra pixels that `values` has on each side of the tile; at least 1 with `relief`. */
  margin: number;
  relief: { value: number; pixel: number } | null;
};

export function shade(
  values: Float32Array,
  { scale, low, high, margin, relief }: Shading,
): Uint8Array {
  const out = new Uint8Array(TILE * TILE * 4);
  const table = colorTable(scale, COLORS);
  const side = TILE + 2 * margin;
  const step = COLORS / (high - low || 1);
  const slope = relief ? relief.value / (8 * relief.pixel) : 0;
  for (let row = 0; row < TILE; row++) {
    for (let column = 0; column < TILE; column++) {
      const at = (row + margin) * side + column + margin;
      const value = values[at] as number;
      if (Number.isNaN(value)) continue;
      const color = 3 * Math.max(0, Math.min(COLORS - 1, Math.floor((value - low) * step)));
      const light = relief ? lightAt(values, at, side, slope) : 1;
      const to = (row * TILE + column) * 4;
      out[to] = (table[color] as number) * light;
      out[to + 1] = (table[color + 1] as number) * light;
      out[to + 2] = (table[color + 2] as number) * light;
      out[to + 3] = 255;
    }
  }
  return out;
}

const [SUN_UP, SUN_LEVEL] = [Math.sin(ALTITUDE), Math.cos(ALTITUDE)];
const [SUN_EAST, SUN_NORTH] = [SUN_LEVEL * Math.sin(AZIMUTH), SUN_LEVEL * Math.cos(AZIMUTH)];

/** Brightness of a slope, 1 if level (B. K. P. Horn, Hill shading and the reflectance map, 1981). */
function lightAt(values: Float32Array, at: number, side: number, slope: number): number {
  const v = (offset: number) => values[at + offset] as number;
  const west = v(-side - 1) + 2 * v(-1) + v(side - 1);
  const east = v(-side + 1) + 2 * v(1) + v(side + 1);
  const north = v(-side - 1) + 2 * v(-side) + v(-side + 1);
  const south = v(side - 1) + 2 * v(side) + v(side + 1);
  const [toEast, toNorth] = [(east - west) * slope, (north - south) * slope];
  const light =
    (SUN_UP - toEast * SUN_EAST - toNorth * SUN_NORTH) / Math.hypot(1, toEast, toNorth) / SUN_UP;
  // Next to missing values, the slope is unknown.
  return Number.isNaN(light) ? 1 : Math.max(MIN_LIGHT, Math.min(1, light));
}
