/** Heights of a square, row by row; NaN where there is no value. */
export type Patch = { values: Float32Array; side: number };

/** Heights are smoothed over 3 × 3 cells, and relative to 9 × 9 cells, so that slopes and noise don't count as shapes. */
const AROUND = 4;
const SMOOTHED = 1;
/** Low, because a shift counts only if several patches agree. */
const MIN_SCORE = 0.5;
/** A shape that matches this much less a few cells away in any direction has one place; a long edge has many. */
const MIN_DROP = 0.05;
const DROP_CELLS = 3;

/**
 * Where in a larger area a patch is, in cells from the center, by normalized cross-correlation of the relief. `up` is
 * how much higher the patch is. Returns null if its shape isn't found, or is found in more than one place.
 */
export function matchRelief(patch: Patch, area: Patch) {
  const [shape, ground] = [reliefOf(patch), reliefOf(area)];
  const reach = (area.side - patch.side) / 2;
  const span = 2 * reach + 1;
  const scores = scoresOf(shape, ground, span);
  if (!scores) return null;
  const best = scores.reduce((top, score, at) => (score > (scores[top] ?? -1) ? at : top), 0);
  const [x, y] = [best % span, Math.floor(best / span)];
  const scoreAt = (column: number, row: number) => scores[row * span + column] ?? -1;
  const score = scoreAt(x, y);
  const isInside = Math.min(x, y) >= DROP_CELLS && Math.max(x, y) < span - DROP_CELLS;
  if (!isInside || score < MIN_SCORE) return null;
  for (let direction = 0; direction < 8; direction++) {
    const [right, down] = [Math.cos, Math.sin].map((of) =>
      Math.round(of((direction * Math.PI) / 4) * DROP_CELLS),
    ) as [number, number];
    if (score - scoreAt(x + right, y + down) < MIN_DROP) return null;
  }
  const right = x - reach + peakOf(scoreAt(x - 1, y), score, scoreAt(x + 1, y));
  const down = y - reach + peakOf(scoreAt(x, y - 1), score, scoreAt(x, y + 1));
  return { right, down, up: heightAbove(patch, area, [x, y]) };
}

/** The top of the parabola through three equally spaced scores, from the middle one. */
const peakOf = (before: number, middle: number, after: number): number =>
  (before - after) / (2 * (before - 2 * middle + after) || 1);

function heightAbove(patch: Patch, area: Patch, [x, y]: readonly [number, number]): number {
  const differences: number[] = [];
  for (let at = 0; at < patch.values.length; at++) {
    const row = Math.floor(at / patch.side) + y;
    const other = area.values[row * area.side + (at % patch.side) + x] ?? NaN;
    const difference = (patch.values[at] ?? NaN) - other;
    if (!Number.isNaN(difference)) differences.push(difference);
  }
  return medianOf(differences);
}

/** A score for each place of the shape in the ground; -1 where values are missing. */
function scoresOf(shape: Patch, ground: Patch, span: number): Float32Array | null {
  const { values, side } = shape;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centered = values.map((value) => value - mean);
  const size = Math.sqrt(centered.reduce((sum, value) => sum + value ** 2, 0));
  if (!(size > 0)) return null;
  const scores = new Float32Array(span * span);
  for (let at = 0; at < scores.length; at++) {
    const start = Math.floor(at / span) * ground.side + (at % span);
    let [product, sum, squares] = [0, 0, 0];
    for (let row = 0; row < side; row++)
      for (let column = 0; column < side; column++) {
        const value = ground.values[start + row * ground.side + column] as number;
        product += value * (centered[row * side + column] as number);
        sum += value;
        squares += value * value;
      }
    const spread = Math.sqrt(squares - sum ** 2 / values.length);
    scores[at] = spread > 0 ? product / (size * spread) : -1;
  }
  return scores;
}

/** The patch without a margin: heights minus the mean of their surroundings. */
function reliefOf({ values, side }: Patch): Patch {
  const inner = side - 2 * AROUND;
  const relief = new Float32Array(inner * inner);
  for (let at = 0; at < relief.length; at++) {
    const [row, column] = [Math.floor(at / inner), at % inner];
    const center = { row: row + AROUND, column: column + AROUND };
    relief[at] =
      meanAround({ values, side }, center, SMOOTHED) - meanAround({ values, side }, center, AROUND);
  }
  return { values: relief, side: inner };
}

type Cell = { row: number; column: number };

function meanAround({ values, side }: Patch, { row, column }: Cell, reach: number): number {
  let sum = 0;
  for (let y = row - reach; y <= row + reach; y++)
    for (let x = column - reach; x <= column + reach; x++) sum += values[y * side + x] as number;
  return sum / (2 * reach + 1) ** 2;
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
