import { TILE, type TileWindow } from './tile-window.ts';

/** Pixels that are less than half covered are left out. OPAQUE is an alpha from 0 to 255, HALF a sum of weights. */
const OPAQUE = 127;
const HALF = 0.5;

export type TilePixels = { pixels: Uint8Array; channels: 3 | 4 };

export function resampleColors(
  { area, box, placesOf }: TileWindow,
  colors: Uint8Array,
  mask: Uint8Array | null,
): TilePixels {
  const rgb = new Uint8Array(TILE * TILE * 3);
  const alpha = new Uint8Array(TILE * TILE);
  const { width, height } = box;
  const lastColumn = width - 1;
  const lastRow = height - 1;
  let opaque = 0;
  for (let row = area.top; row < area.bottom; row++) {
    const { columns, rows } = placesOf(row);
    for (let column = area.left, at = 0; column < area.right; column++, at++) {
      let x = columns[at] as number;
      let y = rows[at] as number;
      if (x < -0.5 || y < -0.5 || x > lastColumn + 0.5 || y > lastRow + 0.5) continue;
      if (x < 0) x = 0;
      if (y < 0) y = 0;
      // No destructuring here: it takes longer than the rest of the loop.
      const x0 = Math.trunc(x);
      const y0 = Math.trunc(y);
      const fx = x - x0;
      const fy = y - y0;
      const right = x0 < lastColumn ? 3 : 0;
      const p = (y0 * width + x0) * 3;
      const r = y0 < lastRow ? p + 3 * width : p;
      let ws = fx * fy;
      let wq = fx - ws;
      let wr = fy - ws;
      let wp = 1 - fx - wr;
      if (mask) {
        const seen =
          (mask[p / 3] as number) * wp +
          (mask[(p + right) / 3] as number) * wq +
          (mask[r / 3] as number) * wr +
          (mask[(r + right) / 3] as number) * ws;
        if (seen < OPAQUE) continue;
        const share = 255 / seen;
        wp *= share;
        wq *= share;
        wr *= share;
        ws *= share;
      }
      const pixel = row * TILE + column;
      for (let channel = 0; channel < 3; channel++) {
        const mixed =
          (colors[p + channel] as number) * wp +
          (colors[p + right + channel] as number) * wq +
          (colors[r + channel] as number) * wr +
          (colors[r + right + channel] as number) * ws;
        rgb[pixel * 3 + channel] = mixed < 255 ? mixed + 0.5 : 255;
      }
      alpha[pixel] = 255;
      opaque++;
    }
  }
  return opaque === alpha.length
    ? { pixels: rgb, channels: 3 }
    : { pixels: withAlpha(rgb, alpha), channels: 4 };
}

function withAlpha(rgb: Uint8Array, alpha: Uint8Array): Uint8Array {
  const rgba = new Uint8Array(alpha.length * 4);
  for (let pixel = 0; pixel < alpha.length; pixel++) {
    rgba[pixel * 4] = rgb[pixel * 3] as number;
    rgba[pixel * 4 + 1] = rgb[pixel * 3 + 1] as number;
    rgba[pixel * 4 + 2] = rgb[pixel * 3 + 2] as number;
    rgba[pixel * 4 + 3] = alpha[pixel] as number;
  }
  return rgba;
}

export function resampleValues(
  window: TileWindow | null,
  values: Float32Array,
  { floor, margin }: { floor: number; margin: number },
): Float32Array {
  const side = TILE + 2 * margin;
  const out = new Float32Array(side * side).fill(NaN);
  if (!window) return out;
  const { area, box, placesOf } = window;
  const grid = { values, width: box.width, height: box.height, floor };
  for (let row = area.top; row < area.bottom; row++) {
    const { columns, rows } = placesOf(row);
    for (let column = area.left, at = 0; column < area.right; column++, at++) {
      const to = (row + margin) * side + column + margin;
      out[to] = valueAt(grid, columns[at] as number, rows[at] as number);
    }
  }
  return out;
}

export type Values = { values: Float32Array; width: number; height: number; floor: number };

/** `x` and `y` count from the center of the first pixel. NaN if missing values have more than half of the weight. */
export function valueAt({ values, width, height, floor }: Values, x: number, y: number): number {
  if (!(x >= -0.5 && y >= -0.5 && x <= width - 0.5 && y <= height - 0.5)) return NaN;
  const [x0, y0] = [Math.floor(x), Math.floor(y)];
  const [fx, fy] = [x - x0, y - y0];
  const left = x0 < 0 ? 0 : x0;
  const right = x0 < width - 1 ? x0 + 1 : width - 1;
  const upper = (y0 < 0 ? 0 : y0) * width;
  const lower = (y0 < height - 1 ? y0 + 1 : height - 1) * width;
  const [p, q] = [values[upper + left] as number, values[upper + right] as number];
  const [r, s] = [values[lower + left] as number, values[lower + right] as number];
  // NaN isn't greater than `floor` either.
  const wp = p > floor ? (1 - fx) * (1 - fy) : 0;
  const wq = q > floor ? fx * (1 - fy) : 0;
  const wr = r > floor ? (1 - fx) * fy : 0;
  const ws = s > floor ? fx * fy : 0;
  const weight = wp + wq + wr + ws;
  if (weight < HALF) return NaN;
  const sum = (wp && p * wp) + (wq && q * wq) + (wr && r * wr) + (ws && s * ws);
  return sum / weight;
}
