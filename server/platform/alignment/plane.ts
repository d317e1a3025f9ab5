import { homographyOf, mapPoint, type Homography, type Size } from '#domain/homography.ts';
import { pointAt, type Matches } from './match.ts';
import { withCvObjects, type OpenCv } from './opencv.ts';

/** A plane seen in both pictures; `isOn` marks the matches on it. */
export type Plane = { matrix: Homography; isOn: boolean[]; count: number; spread: number };

const MAX_ITERATIONS = 5000;
const CONFIDENCE = 0.999;
const MIN_MATCHES = 12;
const CELLS = [12, 9] as const;
/** Look for a second plane if at least this share of the matches is off the first one. */
const SECOND_PLANE_SHARE = 0.15;

const matchesOnPlane = ({ from, to }: Matches, matrix: Homography, px: number): boolean[] =>
  Array.from({ length: from.length / 2 }, (_, i) => distance({ from, to }, matrix, i) <= px);

export function distance({ from, to }: Matches, matrix: Homography, i: number): number {
  const [x, y] = mapPoint(matrix, pointAt(from, i));
  const [u, v] = pointAt(to, i);
  return Math.hypot(x - u, y - v);
}

/** The plane that most matches agree on, within `px` pixels (MAGSAC++, Barath 2020). */
export function findPlane(cv: OpenCv, matches: Matches, size: Size, px: number): Plane | null {
  const count = matches.from.length / 2;
  if (count < MIN_MATCHES) return null;
  const matrix = withCvObjects(cv, (hold) => {
    const from = hold(cv.matFromArray(count, 1, cv.CV_32FC2, matches.from));
    const to = hold(cv.matFromArray(count, 1, cv.CV_32FC2, matches.to));
    const mask = hold(new cv.Mat());
    const found = hold(
      cv.findHomography(from, to, cv.USAC_MAGSAC, px, mask, MAX_ITERATIONS, CONFIDENCE),
    );
    return found.empty() ? null : homographyOf([...found.data64F]);
  });
  return matrix && planeOf(matches, matrix, size, px);
}

function planeOf(matches: Matches, matrix: Homography, size: Size, px: number): Plane {
  const isOn = matchesOnPlane(matches, matrix, px);
  const on = isOn.flatMap((is, i) => (is ? pointAt(matches.to, i) : []));
  return { matrix, isOn, count: on.length / 2, spread: spreadOf(on, size) };
}

export function spreadOf(points: readonly number[], { width, height }: Size): number {
  const [across, down] = CELLS;
  const cells = new Set<number>();
  for (let i = 0; i < points.length / 2; i++) {
    const [x, y] = pointAt(points, i);
    cells.add(Math.floor((y / height) * down) * across + Math.floor((x / width) * across));
  }
  return cells.size / (across * down);
}

/**
 * Of the two largest planes, the one that covers more of the picture: a facade may have more matches, but the ground
 * extends around it.
 */
export function findGround(cv: OpenCv, matches: Matches, size: Size, px: number): Plane | null {
  const first = findPlane(cv, matches, size, px);
  if (!first) return null;
  const off = first.isOn.flatMap((is, i) => (is ? [] : [i]));
  if (off.length < first.isOn.length * SECOND_PLANE_SHARE) return first;
  const pickPoints = (list: number[]) => off.flatMap((i) => pointAt(list, i));
  const rest = { from: pickPoints(matches.from), to: pickPoints(matches.to) };
  const second = findPlane(cv, rest, size, px);
  if (!second) return first;
  const whole = planeOf(matches, second.matrix, size, px);
  return whole.spread > first.spread ? whole : first;
}
