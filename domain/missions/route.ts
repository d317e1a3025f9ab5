import { distanceMeters } from '../viewpoints.ts';
import type { Position } from './points.ts';

export const distance3d = (a: Position, b: Position): number =>
  Math.hypot(distanceMeters(a, b), a.height - b.height);

/** In meters; a smaller gain could be a rounding error, which would repeat forever. */
const MIN_GAIN = 1e-6;

/** Orders the stops of a round trip from `start` by 2-opt: reverses parts of it as long as that makes it shorter. */
export function shortRoute<T extends Position>(start: Position, stops: readonly T[]): T[] {
  const route = [...stops];
  const at = (index: number) => route[index] ?? start;
  let isShorter = true;
  while (isShorter) {
    isShorter = false;
    for (let i = 0; i < route.length - 1; i++) {
      for (let j = i + 1; j < route.length; j++) {
        const before = distance3d(at(i - 1), at(i)) + distance3d(at(j), at(j + 1));
        const after = distance3d(at(i - 1), at(j)) + distance3d(at(i), at(j + 1));
        if (before - after <= MIN_GAIN) continue;
        route.splice(i, j - i + 1, ...route.slice(i, j + 1).toReversed());
        isShorter = true;
      }
    }
  }
  return route;
}
