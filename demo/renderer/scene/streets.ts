import { car } from './cars.ts';
import { GATE, MAIN_ROAD, SIDE_ROAD } from './layout.ts';
import { type Mesh, ORIGIN, type Vec } from './mesh.ts';
import { BLACK, CONCRETE, paint, ROAD_WHITE, ROAD_YELLOW, STEEL, TIMBER, WHITE } from './paints.ts';
import { between, randomOf } from '../../flight/random.ts';
import { bar, block, type Brush, post, sheet } from './shapes.ts';
import { trailer } from './trucks.ts';

export const STREETS = {
  east: [112, 208, 304, 400, 496, -184, -280, -376, -472],
  north: [-84, 238, -402],
  width: 8,
} as const;

const REACH = 560;

export function streets(mesh: Mesh) {
  const brush: Brush = { mesh, at: ORIGIN };
  const { y, width } = MAIN_ROAD;
  const half = width / 2;
  for (const side of [-0.16, 0.06])
    strip(brush, [-REACH, y + side, 0.03], [2 * REACH, 0.12], ROAD_YELLOW);
  for (let x = -REACH; x < REACH; x += 12) {
    for (const lane of [-3.6, 3.6]) sheet(brush, [x, y + lane, 0.03], [3.2, 0.13], ROAD_WHITE);
  }
  for (const side of [-1, 1]) {
    block(
      brush,
      [-REACH, y + side * (half + 0.05) - 0.1, 0],
      [REACH + SIDE_ROAD.x - 6, 0.2, 0.15],
      CONCRETE,
    );
    block(
      brush,
      [SIDE_ROAD.x + 6, y + side * (half + 0.05) - 0.1, 0],
      [side > 0 ? GATE.x - 5 - SIDE_ROAD.x - 6 : REACH, 0.2, 0.15],
      CONCRETE,
    );
  }
  block(brush, [GATE.x + 5, y + half - 0.05, 0], [REACH, 0.2, 0.15], CONCRETE);
  crossings(brush);
  for (let x = -REACH; x < REACH; x += 46) utilityPole(brush, [x + 20, y - half - 4.6, 0]);
  for (let x = -160; x < 200; x += 52) lamp(brush, [x, y + half + 1, 0]);
}

/** A long strip in pieces, so that it's shaded like the ground. */
function strip(
  brush: Brush,
  [x, y, z]: Vec,
  [length, width]: readonly [number, number],
  color: typeof ROAD_WHITE,
) {
  for (let at = 0; at < length; at += 40) sheet(brush, [x + at, y, z], [40, width], color);
}

function crossings(brush: Brush) {
  const { y, width } = MAIN_ROAD;
  for (const x of [SIDE_ROAD.x - 8.5, SIDE_ROAD.x + 6.5]) {
    for (let at = -width / 2 + 0.6; at < width / 2 - 0.4; at += 1.25)
      sheet(brush, [x, y + at, 0.035], [2.4, 0.6], ROAD_WHITE);
    sheet(
      brush,
      [x > SIDE_ROAD.x ? x + 3.4 : x - 1.4, y - (x > SIDE_ROAD.x ? 0 : width / 2), 0.035],
      [0.45, width / 2],
      ROAD_WHITE,
    );
  }
  for (let at = -4; at < 4; at += 1.25)
    sheet(brush, [SIDE_ROAD.x + at, y + width / 2 + 1.6, 0.035], [0.6, 2.4], ROAD_WHITE);
}

function utilityPole(brush: Brush, [x, y, z]: Vec) {
  post(brush, [x, y, z], [0.16, 11], TIMBER);
  block(brush, [x - 0.08, y - 1.2, 9.9], [0.16, 2.4, 0.16], TIMBER);
  for (const side of [-1.1, 0, 1.1])
    bar(
      brush,
      [
        [x, y + side, 10.2],
        [x + 46, y + side, 10.2],
      ],
      0.04,
      BLACK,
    );
  post(brush, [x + 0.3, y, 8], [0.25, 0.9], STEEL);
}

function lamp(brush: Brush, [x, y, z]: Vec) {
  post(brush, [x, y, z], [0.1, 8.5], STEEL);
  bar(
    brush,
    [
      [x, y, 8.4],
      [x, y - 3, 8.8],
    ],
    0.1,
    STEEL,
  );
  block(brush, [x - 0.2, y - 3.6, 8.75], [0.4, 0.8, 0.12], paint([200, 202, 200]));
}

/** Cars and a truck in different places every week. */
export function roadTraffic(mesh: Mesh, week: number) {
  const random = randomOf('traffic', week);
  const truck = between(randomOf('lorry', week), 60, 150);
  for (const [lane, yaw] of [
    [-5.4, 0],
    [-1.9, 0],
    [1.9, Math.PI],
    [5.4, Math.PI],
  ] as const) {
    for (let x = -420 + between(random, 0, 60); x < 420; x += between(random, 26, 110)) {
      if (lane < -5 && Math.abs(x - truck) < 16) continue;
      car(mesh, { x, y: MAIN_ROAD.y + lane + between(random, -0.2, 0.2), z: 0, yaw }, random);
    }
  }
  trailer(mesh, { x: truck, y: MAIN_ROAD.y - 5.4, z: 0, yaw: 0 }, WHITE, true);
  for (let y = -20; y < 300; y += between(random, 30, 80)) {
    car(mesh, { x: SIDE_ROAD.x + 2, y, z: 0, yaw: Math.PI / 2 }, random);
  }
}
