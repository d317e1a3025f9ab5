import { expect, test } from 'vitest';
import { areClose, type Footprint, footprintsOf } from './footprints.ts';
import { neighborhood } from './neighborhood.ts';
import { worksOf } from './site.ts';
import { WEEKS } from '../../flight/calendar.ts';

/** In meters; allows for rounding where parts touch. */
const TOUCHING = -0.02;
/** Parts that touch because they're built on each other. */
const BUILT = new Set(['slab', 'core', 'scaffold', 'unit', 'footing', 'cabin']);

/** Returns overlapping pairs, such as 'car in heap at 3, 14'. */
function collisions(things: readonly Footprint[]): string[] {
  return things.flatMap((one, index) =>
    things
      .slice(index + 1)
      .filter((other) => !(BUILT.has(one.name) && BUILT.has(other.name)))
      .filter((other) => areClose(one, other, TOUCHING))
      .map((other) => {
        const [x = 0, y = 0] = one.outline[0] ?? [];
        return `${one.name} in ${other.name} at ${Math.round(x)}, ${Math.round(y)}`;
      }),
  );
}

test("overlapping objects are found, and adjacent objects aren't", () => {
  const square = (name: string, west: number, low: number): Footprint => ({
    name,
    outline: [
      [west, 0],
      [west + 2, 0],
      [west + 2, 2],
      [west, 2],
    ],
    low,
    high: low + 1,
  });
  const [car, heap] = [square('car', 0, 0), square('heap', 1.5, 0)];
  expect(collisions([car, heap])).toEqual(['car in heap at 0, 0']);
  expect(collisions([car, square('heap', 2.1, 0)])).toEqual([]);
  expect(collisions([car, square('heap', 1.5, 1.1)])).toEqual([]);
});

test.each(WEEKS)('no objects on the site overlap in week %i', (week) => {
  const things = footprintsOf(worksOf(week));
  expect(things.length).toBeGreaterThan(30);
  expect(collisions(things)).toEqual([]);
});

test('no cars or trucks around the site overlap', () => {
  const things = footprintsOf(neighborhood());
  expect(things.length).toBeGreaterThan(100);
  expect(collisions(things)).toEqual([]);
});
