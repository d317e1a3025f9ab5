import { type Homography, inverse, mapPoint, type Size } from '#domain/homography.ts';

/** RGBA pixels of a canvas, 0 to 255, row by row. */
export type Pixels = Size & { data: Uint8ClampedArray };

/** A picture and its alignment with the grid. */
export type AlignedPixels = { pixels: Pixels; onGrid: Homography };

/** Sizes relative to the grid's width. */
const SIZES = {
  /** Size of a compared patch. */
  patch: 1 / 90,
  /** Changes closer than this are merged. */
  join: 1 / 80,
  /** Radius of a change's surroundings. */
  around: 1 / 16,
} as const;
/** In grid pixels. Patches are also compared at this shift, because parallax moves tall objects. */
const MAX_SHIFT = 2;
/** Added to brightness (0 to 255), so that noise in dark areas doesn't count as contrast. */
const BRIGHTNESS_OFFSET = 40;
/** A patch's contrast, in gray levels at mid-gray. Patches below `faint` have no structure to compare. */
const STRUCTURE = { faint: 9, clear: 18 } as const;
/**
 * In the same unit as `STRUCTURE`. Soil, asphalt and flat roofs are below `faint`; facades and trees are above `clear`.
 */
const TEXTURE = { faint: 14, clear: 30 } as const;
/**
 * Correlation of two patches, -1 to 1: unchanged above `same`, changed below `other`. `stricter` raises both thresholds
 * for textured patches, because a facade looks similar with and without its scaffolding.
 */
const CORRELATION = { same: 0.55, other: 0.05, stricter: 0.2 } as const;
/**
 * Color difference in percent of brightness: up to `faint`, white balance or a shadow explains it; from `clear`, it's a
 * different object.
 */
const COLOR = { faint: 12, clear: 19 } as const;
/** Points with at least this confidence count as changed. */
export const CHANGE_THRESHOLD = 0.46;

/**
 * Values from 0 to 1 per grid point, row by row. `confidence`: how certain it is that the point changed; `texture`: the
 * lower of the texture at the point and in its unchanged surroundings.
 */
export type ChangeMap = { confidence: Float32Array; texture: Float32Array };

/**
 * Compares two photos of the same place by structure (normalized cross-correlation of small patches) and by color
 * (after matching white balance). Both are relative to brightness, because sunlight and shadows change.
 */
export function findChanges(before: AlignedPixels, after: AlignedPixels, grid: Size): ChangeMap {
  const [a, b] = [planesOf(before, grid), planesOf(after, grid)];
  const { structure, texture } = structureDifference(a.light, b.light, grid);
  const blue = colorDifference(a.blue, b.blue, grid);
  const red = colorDifference(a.red, b.red, grid);
  const difference = mapPlane(structure, (value, i) => Math.max(value, blue[i] ?? 0, red[i] ?? 0));
  const join = Math.round(grid.width * SIZES.join);
  const confidence = boxBlur(difference, grid, join);
  return { confidence, texture: minTexture(boxBlur(texture, grid, join), confidence, grid) };
}

/**
 * The lower of a point's texture and that of its unchanged surroundings. Points inside large changes have no unchanged
 * surroundings.
 */
function minTexture(texture: Float32Array, confidence: Float32Array, grid: Size): Float32Array {
  const mean = (plane: Float32Array) => boxBlur(plane, grid, Math.round(grid.width * SIZES.around));
  const isSame = mapPlane(confidence, (v) => (v < CHANGE_THRESHOLD ? 1 : 0));
  const share = mean(isSame);
  const around = mean(mapPlane(isSame, (is, i) => is * (texture[i] ?? 0)));
  return mapPlane(texture, (v, i) => {
    const of = share[i] ?? 0;
    return of > 0.05 ? Math.min(v, (around[i] ?? 0) / of) : v;
  });
}

type Planes = { light: Float32Array; blue: Float32Array; red: Float32Array };

/** Per grid point: log brightness, and blue and red difference from gray (BT.601) relative to brightness. */
function planesOf({ pixels, onGrid }: AlignedPixels, { width, height }: Size): Planes {
  const toPixels = inverse(onGrid);
  const [light, blue, red] = [0, 1, 2].map(() => new Float32Array(width * height)) as [
    Float32Array,
    Float32Array,
    Float32Array,
  ];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [r, g, b] = colorAt(pixels, mapPoint(toPixels, [x + 0.5, y + 0.5]));
      const i = y * width + x;
      const gray = 0.299 * r + 0.587 * g + 0.114 * b;
      light[i] = (128 + BRIGHTNESS_OFFSET) * Math.log(gray + BRIGHTNESS_OFFSET);
      blue[i] = (100 * (b - gray)) / (gray + BRIGHTNESS_OFFSET);
      red[i] = (100 * (r - gray)) / (gray + BRIGHTNESS_OFFSET);
    }
  }
  return { light, blue, red };
}

/** Bilinear interpolation, clamped at the edges. */
function colorAt({ data, width, height }: Pixels, [u, v]: readonly [number, number]) {
  const x = Math.min(width - 1.001, Math.max(0, u - 0.5));
  const y = Math.min(height - 1.001, Math.max(0, v - 0.5));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [across, down] = [x - left, y - top];
  const at = (top * width + left) * 4;
  const below = at + width * 4;
  const channel = (k: number) => {
    const upper = (data[at + k] ?? 0) * (1 - across) + (data[at + 4 + k] ?? 0) * across;
    const lower = (data[below + k] ?? 0) * (1 - across) + (data[below + 4 + k] ?? 0) * across;
    return upper * (1 - down) + lower * down;
  };
  return [channel(0), channel(1), channel(2)] as const;
}

/** Per point: confidence that the structure differs, and the lower of both patches' textures. */
function structureDifference(
  a: Float32Array,
  b: Float32Array,
  grid: Size,
): { structure: Float32Array; texture: Float32Array } {
  const radius = Math.max(2, Math.round(grid.width * SIZES.patch));
  const mean = (plane: Float32Array) => boxBlur(plane, grid, radius);
  const deviationOf = (plane: Float32Array, middle: Float32Array) =>
    mapPlane(mean(mapPlane(plane, (v) => v * v)), (v, i) =>
      Math.sqrt(Math.max(0, v - (middle[i] ?? 0) ** 2)),
    );
  const [meanA, meanB] = [mean(a), mean(b)];
  const [spreadA, spreadB] = [deviationOf(a, meanA), deviationOf(b, meanB)];
  const best = new Float32Array(a.length).fill(-1);
  for (const shift of shifts(grid)) {
    const products = mean(mapPlane(a, (v, i) => v * (b[i + shift] ?? 0)));
    for (let i = 0; i < best.length; i++) {
      const together = (products[i] ?? 0) - (meanA[i] ?? 0) * (meanB[i + shift] ?? 0);
      const apart =
        Math.max(STRUCTURE.faint, spreadA[i] ?? 0) *
        Math.max(STRUCTURE.faint, spreadB[i + shift] ?? 0);
      const alike = together / apart;
      if (alike > (best[i] ?? 0)) best[i] = alike;
    }
  }
  const { faint, clear } = STRUCTURE;
  const { same, other, stricter } = CORRELATION;
  const texture = mapPlane(spreadA, (v, i) =>
    ramp(Math.min(v, spreadB[i] ?? 0), TEXTURE.faint, TEXTURE.clear),
  );
  const structure = mapPlane(best, (alike, i) => {
    const more = stricter * (texture[i] ?? 0);
    const most = Math.max(spreadA[i] ?? 0, spreadB[i] ?? 0);
    return ramp(most, faint, clear) * (1 - ramp(alike, other + more, same + more));
  });
  return { structure, texture };
}

function shifts({ width }: Size): number[] {
  const steps = [-MAX_SHIFT, 0, MAX_SHIFT];
  return steps.flatMap((y) => steps.map((x) => y * width + x));
}

/** Per point: confidence that the color differs more than light and haze explain. */
function colorDifference(a: Float32Array, b: Float32Array, grid: Size): Float32Array {
  const radius = Math.max(2, Math.round(grid.width * SIZES.patch));
  const [from, to] = [boxBlur(b, grid, radius), boxBlur(a, grid, radius)];
  const { slope, start } = fitLine(from, to);
  return mapPlane(to, (v, i) =>
    ramp(Math.abs(v - start - slope * (from[i] ?? 0)), COLOR.faint, COLOR.clear),
  );
}

/** Robust line fit: first to all points, then twice to the half closest to the line. */
function fitLine(x: Float32Array, y: Float32Array): { slope: number; start: number } {
  let line = { slope: 1, start: 0 };
  let near = Infinity;
  for (let round = 0; round < 3; round++) {
    const off = mapPlane(y, (v, i) => Math.abs(v - line.start - line.slope * (x[i] ?? 0)));
    if (round > 0) near = off.slice().sort()[Math.floor(off.length / 2)] ?? Infinity;
    line = leastSquares(x, y, (i) => (off[i] ?? 0) <= near);
  }
  return line;
}

function leastSquares(x: Float32Array, y: Float32Array, isTaken: (at: number) => boolean) {
  let [n, sumX, sumY, sumXX, sumXY] = [0, 0, 0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    if (!isTaken(i)) continue;
    const [u, v] = [x[i] ?? 0, y[i] ?? 0];
    n++;
    sumX += u;
    sumY += v;
    sumXX += u * u;
    sumXY += u * v;
  }
  const spread = sumXX - (sumX * sumX) / n;
  const slope = spread > n ? (sumXY - (sumX * sumY) / n) / spread : 1;
  return { slope, start: (sumY - slope * sumX) / n };
}

/** 0 up to `from`, 1 from `to`, linear in between. */
const ramp = (value: number, from: number, to: number): number =>
  Math.min(1, Math.max(0, (value - from) / (to - from)));

/** Grid values, row by row. */
type Plane = Float32Array;

function mapPlane(plane: Plane, to: (value: number, at: number) => number): Plane {
  const result = new Float32Array(plane.length);
  for (let i = 0; i < plane.length; i++) result[i] = to(plane[i] ?? 0, i);
  return result;
}

/** Box blur: mean of the square within `radius`, cropped at the edges. */
function boxBlur(plane: Plane, { width, height }: Size, radius: number): Plane {
  const result = new Float32Array(plane.length);
  const line = new Float32Array(plane.length);
  for (let y = 0; y < height; y++)
    blurRow(plane, line, { from: y * width, step: 1, count: width, radius });
  for (let x = 0; x < width; x++)
    blurRow(line, result, { from: x, step: width, count: height, radius });
  return result;
}

type BlurRow = { from: number; step: number; count: number; radius: number };

function blurRow(plane: Plane, result: Plane, { from, step, count, radius }: BlurRow): void {
  const at = (i: number) => plane[from + i * step] ?? 0;
  let sum = 0;
  for (let i = 0; i < Math.min(radius, count); i++) sum += at(i);
  for (let i = 0; i < count; i++) {
    if (i + radius < count) sum += at(i + radius);
    if (i - radius > 0) sum -= at(i - radius - 1);
    result[from + i * step] = sum / (Math.min(count - 1, i + radius) - Math.max(0, i - radius) + 1);
  }
}
