import { type Area, BACK_ROAD, contains, LOT, MAIN_ROAD } from './layout.ts';
import type { Vec } from './mesh.ts';
import { isInHouse } from './neighborhood.ts';
import { between, type Random, randomOf } from '../../flight/random.ts';
import { PAVED } from './sheds.ts';
import { STREETS } from './streets.ts';
import { MODELS } from './tree-model.ts';

export type Tree = {
  x: number;
  y: number;
  high: number;
  wide: number;
  yaw: number;
  tint: Vec;
  model: number;
};

const TINTS: readonly Vec[] = [
  [1, 1, 1],
  [0.84, 0.96, 0.82],
  [1.1, 1.06, 0.86],
  [0.9, 0.94, 0.8],
  [1.12, 1.0, 0.78],
  [0.76, 0.86, 0.74],
  [0.92, 1.02, 0.8],
];

export function treesAround(): Tree[] {
  const random = randomOf('trees');
  const trees: Tree[] = [];
  const add = (x: number, y: number, high: number) => {
    if (isFree(x, y)) trees.push(treeAt(random, x, y, high));
  };
  for (const street of STREETS.east) {
    for (let x = -560; x < 560; x += between(random, 7, 19)) {
      add(x, street + 34 + between(random, -9, 9), between(random, 5, 12));
      add(x + between(random, -6, 6), street - 34 + between(random, -9, 9), between(random, 5, 12));
      if (random() < 0.5)
        add(x, street + (random() < 0.5 ? 8 : -8) + between(random, -1, 1), between(random, 4, 9));
    }
  }
  for (let x = -68; x < 70; x += between(random, 5, 11))
    add(x, 56 + between(random, 0, 6), between(random, 6, 11));
  for (let y = -48; y < 60; y += between(random, 7, 14))
    add(71 + between(random, -1.4, 1.4), y, between(random, 5, 9));
  for (let y = -44; y < 110; y += between(random, 9, 17))
    add(-73 + between(random, -2, 1), y, between(random, 5, 10));
  for (let n = 0; n < 150; n++)
    add(between(random, -330, -98), between(random, -50, 84), between(random, 5, 13));
  for (let x = -330; x < 330; x += between(random, 10, 22))
    add(x, MAIN_ROAD.y - 12 + between(random, -1, 1), between(random, 4, 8));
  for (let n = 0; n < 1500; n++) {
    const [turn, away] = [random() * 2 * Math.PI, 560 + 1500 * random() ** 1.6];
    const [x, y] = [Math.cos(turn) * away, Math.sin(turn) * away];
    for (let k = 0; k < 2; k++)
      trees.push(
        treeAt(
          random,
          x + between(random, -16, 16),
          y + between(random, -16, 16),
          between(random, 7, 14),
        ),
      );
  }
  return trees;
}

function treeAt(random: Random, x: number, y: number, high: number): Tree {
  const tint = TINTS[Math.floor(random() * TINTS.length)] ?? [1, 1, 1];
  const model = Math.floor(random() * MODELS);
  return { x, y, high, wide: high * between(random, 0.85, 1.3), yaw: random() * 6.28, tint, model };
}

const FREE_OF: readonly Area[] = [
  LOT,
  ...PAVED.map((area) => ({
    ...area,
    west: area.west + 3,
    east: area.east - 3,
    north: area.north - 3,
    south: area.south + 3,
  })),
  { west: -600, south: MAIN_ROAD.y - 8, east: 600, north: MAIN_ROAD.y + 8 },
  { west: -600, south: BACK_ROAD.y - 5, east: 600, north: BACK_ROAD.y + 5 },
];

function isFree(x: number, y: number): boolean {
  const isOnStreet =
    STREETS.east.some((street) => Math.abs(street - y) < 6) ||
    STREETS.north.some((street) => Math.abs(street - x) < 7);
  return !isOnStreet && !isInHouse(x, y) && !FREE_OF.some((area) => contains(area, x, y, 1));
}

export function planted(): Tree[] {
  const random = randomOf('planted');
  const trees: Tree[] = [];
  for (let x = -46; x < 12; x += 8) trees.push(treeAt(random, x, -43.5, between(random, 3.5, 5)));
  for (let x = 28; x < 58; x += 7.5) trees.push(treeAt(random, x, -43.5, between(random, 3.5, 5)));
  for (let x = -19; x < 12; x += 6) trees.push(treeAt(random, x, 13, between(random, 3, 4.2)));
  for (let y = -30; y < 48; y += 9) trees.push(treeAt(random, -56, y, between(random, 4, 5.5)));
  for (let x = -50; x < 60; x += 8)
    trees.push(treeAt(random, x, 44 + between(random, -3, 3), between(random, 4, 6)));
  for (const [x, y] of [
    [-24, -10],
    [-8, -11],
    [6, -11],
  ] as const)
    trees.push(treeAt(random, x, y, 3.4));
  return trees.map((tree) => ({ ...tree, wide: tree.high * 0.7 }));
}
