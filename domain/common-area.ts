import {
  cornersOf,
  mapPoint,
  type Homography,
  type Point,
  type Rectangle,
  type Size,
} from './homography.ts';

type Edge = { across: number; down: number; beside: number };

/**
 * The largest rectangle with the reference's aspect ratio that all aligned photos cover; null if it's less than a tenth
 * of the reference's width.
 */
export function commonRectangle(
  matrices: readonly Homography[],
  sizes: readonly Size[],
  reference: Size,
): Rectangle | null {
  const edges = edgesOf(matrices, sizes, reference);
  const { width, height } = reference;
  const shareAt = (x: number, y: number) =>
    Math.min(
      ...edges.map(({ across, down, beside }) => {
        const reach = (Math.abs(across) * width + Math.abs(down) * height) / 2;
        return (across * x + down * y + beside) / reach;
      }),
    );
  // The share is concave, so nested one-dimensional searches find the global maximum.
  const bestX = (y: number) => maximize((x) => shareAt(x, y), 0, width);
  const y = maximize((line) => shareAt(bestX(line), line), 0, height);
  const x = bestX(y);
  const share = shareAt(x, y);
  if (share < 0.1) return null;
  const size = { width: width * share, height: height * share };
  return { left: x - size.width / 2, top: y - size.height / 2, ...size };
}

export function commonArea(
  matrices: readonly Homography[],
  sizes: readonly Size[],
  reference: Size,
): number {
  let part: readonly Point[] = cornersOf(reference);
  for (const edge of edgesOf(matrices, sizes, reference)) part = clip(part, edge);
  const [first] = part;
  if (!first) return 0;
  let doubleArea = 0;
  part.forEach(([x, y], i) => {
    const [u, v] = part[i + 1] ?? first;
    doubleArea += x * v - u * y;
  });
  return Math.abs(doubleArea) / 2;
}

function edgesOf(matrices: readonly Homography[], sizes: readonly Size[], reference: Size): Edge[] {
  const own = edgesAround(cornersOf(reference));
  const others = matrices.flatMap((matrix, i) => {
    const size = sizes[i];
    return size ? edgesAround(cornersOf(size).map((corner) => mapPoint(matrix, corner))) : [];
  });
  return [...own, ...others];
}

const edgesAround = (corners: readonly Point[]): Edge[] =>
  corners.map(([x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length] ?? [x, y];
    const [across, down] = [y - v, u - x];
    return { across, down, beside: -(across * x + down * y) };
  });

/** Clips a convex polygon to the inner side of an edge (Sutherland-Hodgman). */
function clip(part: readonly Point[], { across, down, beside }: Edge): Point[] {
  const sideOf = ([x, y]: Point) => across * x + down * y + beside;
  return part.flatMap((point, i) => {
    const next = part[(i + 1) % part.length] ?? point;
    const [a, b] = [sideOf(point), sideOf(next)];
    const kept: Point[] = a >= 0 ? [point] : [];
    if (a >= 0 === b >= 0) return kept;
    const share = a / (a - b);
    return [
      ...kept,
      [point[0] + (next[0] - point[0]) * share, point[1] + (next[1] - point[1]) * share],
    ];
  });
}

/** Maximizes a concave function by golden-section search, to a millionth of the range. */
function maximize(of: (at: number) => number, from: number, to: number): number {
  const GOLDEN = (Math.sqrt(5) - 1) / 2;
  let [low, high] = [from, to];
  for (let i = 0; i < 30; i++) {
    const span = (high - low) * GOLDEN;
    const [a, b] = [high - span, low + span];
    if (of(a) < of(b)) low = a;
    else high = b;
  }
  return (low + high) / 2;
}
