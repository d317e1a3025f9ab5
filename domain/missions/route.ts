import { distanceMeters } from '../viewpoints.ts';
import type { Place } from './points.ts';

export type Position = Place & { height: number };

export const distance3d = (a: Position, b: Position): number =>
  Math.hypot(distanceMeters(a, b), a.height - b.height);

/** Orders the stops of a round trip from `start`: nearest neighbor, then 2-opt. */
export function shortRoute<T extends Position>(start: Position, stops: readonly T[]): T[] {
  const at = [start, ...stops];
  const lengths = at.map((a) => at.map((b) => distance3d(a, b)));
  const between = (a: number | undefined, b: number | undefined) =>
    lengths[a ?? 0]?.[b ?? 0] ?? Infinity;
  const route = nearestNext(at.length, between);
  untangle(route, between);
  return route.slice(1).flatMap((index) => stops[index - 1] ?? []);
}

type Between = (a: number | undefined, b: number | undefined) => number;

function nearestNext(count: number, between: Between): number[] {
  const route = [0];
  const left = new Set(Array.from({ length: count - 1 }, (_, index) => index + 1));
  while (left.size > 0) {
    const last = route.at(-1);
    const next = [...left].reduce((a, b) => (between(last, b) < between(last, a) ? b : a));
    left.delete(next);
    route.push(next);
  }
  return route;
}

/** In meters; a smaller gain could be a rounding error, which would repeat forever. */
const MIN_GAIN = 1e-6;

/** 2-opt: reverses parts of the round trip as long as that makes it shorter. */
function untangle(route: number[], between: Between): void {
  let isShorter = true;
  while (isShorter) {
    isShorter = false;
    for (let i = 1; i < route.length - 1; i++) {
      for (let j = i + 1; j < route.length; j++) {
        const [before, first, last, after] = [route[i - 1], route[i], route[j], route[j + 1]];
        const gain =
          between(before, first) +
          between(last, after) -
          between(before, last) -
          between(first, after);
        if (gain <= MIN_GAIN) continue;
        route.splice(i, j - i + 1, ...route.slice(i, j + 1).toReversed());
        isShorter = true;
      }
    }
  }
}
