import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { LOT } from './layout.ts';
import type { Mesh } from './mesh.ts';
import { stageOf } from './schedule.ts';
import { groundOf, worksOf } from './site.ts';
import { WEEKS } from '../../flight/calendar.ts';

function digestOf({ positions, normals, paints }: Mesh): string {
  const hash = createHash('sha256');
  for (const list of [positions, normals, paints]) hash.update(new Float64Array(list));
  return hash.digest('hex');
}

test('building a week twice gives the same site, and other weeks differ', () => {
  const once = [1, 6].map((week) => digestOf(worksOf(week)));
  const again = [1, 6].map((week) => digestOf(worksOf(week)));
  expect(again).toEqual(once);
  expect(new Set(once).size).toBe(2);
});

test('structures stay from week to week', () => {
  const decks = WEEKS.map((week) => stageOf(week).building.decks + stageOf(week).parking.decks);
  expect(decks).toEqual(decks.toSorted((a, b) => a - b));
  const facades = WEEKS.map((week) => stageOf(week).building.facade);
  expect(facades).toEqual(facades.toSorted((a, b) => a - b));
});

test('every triangle has a valid position, and the pit is inside the lot', () => {
  const { positions } = groundOf(2);
  expect(positions.every(Number.isFinite)).toBe(true);
  for (let at = 0; at < positions.length; at += 3) {
    const [x = 0, y = 0, z = 0] = positions.slice(at, at + 3);
    const isNear = Math.hypot(x, y) < 300;
    const isInside = x > LOT.west && x < LOT.east && y > LOT.south && y < LOT.north;
    if (isNear && z < -0.2 && !isInside) throw new Error(`There is a hole at ${x}, ${y}.`);
  }
});
