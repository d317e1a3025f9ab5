import { inverse, mapPoint, type Homography, type Point } from '#domain/homography.ts';
import { matOf, type GreyPicture } from './features.ts';
import { pointAt, type Matches } from './match.ts';
import { withCvObjects, type Mat, type OpenCv } from './opencv.ts';

export type Tracked = { tested: readonly number[]; matches: Matches };

const CELLS = [32, 24] as const;
/** Side of the square compared around a corner, and how far off the first guess may be, in pixels. */
const WINDOW = 17;
const MAX_GUESS_ERROR = 10;
/** Pixels. A corner counts only if tracking it back ends this close to where it started. */
const MAX_RETURN_ERROR = 0.5;
/** OpenCV's corner strength for 8-bit images; weaker corners can't be tracked. */
const MIN_CORNER_STRENGTH = 2e-4;
const LEVELS = 2;

/** Tracks corners of the fixed picture into the warped moving one and back (pyramidal Lucas-Kanade). */
export function track(
  cv: OpenCv,
  fixed: GreyPicture,
  moving: GreyPicture,
  guess: Homography,
): Tracked {
  return withCvObjects(cv, (hold) => {
    const equalize = (picture: Mat) => {
      const made = hold(new cv.Mat());
      hold(new cv.CLAHE(3, new cv.Size(12, 9))).apply(picture, made);
      return made;
    };
    const still = equalize(hold(matOf(cv, fixed)));
    const warped = hold(new cv.Mat());
    const matrix = hold(cv.matFromArray(3, 3, cv.CV_64FC1, guess));
    const size = new cv.Size(fixed.width, fixed.height);
    cv.warpPerspective(equalize(hold(matOf(cv, moving))), warped, matrix, size, cv.INTER_LINEAR);
    const strength = hold(new cv.Mat());
    cv.cornerMinEigenVal(still, strength, 5);
    const points = cornersIn(strength.data32F, fixed, moving, inverse(guess));
    const trackPoints = (from: Mat, to: Mat, at: number[]) => flowOf(cv, from, to, at);
    const there = trackPoints(still, warped, points);
    const back = trackPoints(warped, still, there.points);
    return { tested: points, matches: agreeingMatches(points, there, back, inverse(guess)) };
  });
}

type Flow = { points: number[]; isFound: Uint8Array };

function flowOf(cv: OpenCv, from: Mat, to: Mat, at: number[]): Flow {
  if (at.length === 0) return { points: [], isFound: new Uint8Array() };
  return withCvObjects(cv, (hold) => {
    const points = hold(cv.matFromArray(at.length / 2, 1, cv.CV_32FC2, at));
    const [found, status, error] = [new cv.Mat(), new cv.Mat(), new cv.Mat()].map(hold) as [
      Mat,
      Mat,
      Mat,
    ];
    const until = new cv.TermCriteria(cv.TERM_CRITERIA_COUNT + cv.TERM_CRITERIA_EPS, 15, 0.02);
    const window = new cv.Size(WINDOW, WINDOW);
    cv.calcOpticalFlowPyrLK(from, to, points, found, status, error, window, LEVELS, until);
    return { points: [...found.data32F], isFound: status.data.slice() };
  });
}

function agreeingMatches(points: number[], there: Flow, back: Flow, toMoving: Homography): Matches {
  const matches: Matches = { from: [], to: [] };
  for (let i = 0; i < there.isFound.length; i++) {
    if (!there.isFound[i] || !back.isFound[i]) continue;
    const [from, to, again] = [points, there.points, back.points].map((list) =>
      pointAt(list, i),
    ) as [Point, Point, Point];
    const distanceTo = ([x, y]: Point) => Math.hypot(x - from[0], y - from[1]);
    if (distanceTo(again) > MAX_RETURN_ERROR || distanceTo(to) > MAX_GUESS_ERROR) continue;
    matches.from.push(...mapPoint(toMoving, to));
    matches.to.push(...from);
  }
  return matches;
}

function cornersIn(
  strength: Float32Array,
  { width, height }: GreyPicture,
  moving: GreyPicture,
  toMoving: Homography,
): number[] {
  const [across, down] = CELLS;
  const isShown = (x: number, y: number) => {
    const [u, v] = mapPoint(toMoving, [x, y]);
    return u > WINDOW && v > WINDOW && u < moving.width - WINDOW && v < moving.height - WINDOW;
  };
  const points: number[] = [];
  const inner = { width: width - 2 * WINDOW, height: height - 2 * WINDOW };
  const lineOf = (row: number) => WINDOW + Math.floor((row * inner.height) / down);
  const columnOf = (column: number) => WINDOW + Math.floor((column * inner.width) / across);
  for (let row = 0; row < down; row++) {
    for (let column = 0; column < across; column++) {
      const at = strongest(strength, width, {
        left: columnOf(column),
        right: columnOf(column + 1),
        top: lineOf(row),
        bottom: lineOf(row + 1),
      });
      const [x, y] = [at % width, Math.floor(at / width)];
      if (at >= 0 && isShown(x, y)) points.push(x, y);
    }
  }
  return points;
}

type Box = { left: number; right: number; top: number; bottom: number };

function strongest(strength: Float32Array, width: number, box: Box): number {
  let [best, at] = [MIN_CORNER_STRENGTH, -1];
  for (let y = box.top; y < box.bottom; y++) {
    for (let i = y * width + box.left; i < y * width + box.right; i++) {
      const value = strength[i] ?? 0;
      if (value <= best) continue;
      best = value;
      at = i;
    }
  }
  return at;
}
