import { type Frame, type Mesh, within } from './mesh.ts';
import {
  BLACK,
  GLASS,
  GRAVEL,
  MACHINE_YELLOW,
  paint,
  type Paint,
  RUBBER,
  shade,
  STEEL,
  WHITE,
} from './paints.ts';
import { taper } from './cars.ts';
import { bar, block, type Brush, round } from './shapes.ts';

const CHASSIS = paint([44, 44, 46]);

function axles(brush: Brush, places: readonly number[]) {
  for (const x of places) {
    for (const y of [-1.02, 1.02]) {
      const rings = [-0.2, 0.2].map((side) => ({
        middle: [x, y + side, 0.5] as const,
        radius: 0.5,
      }));
      round(brush, rings, 10, RUBBER);
    }
  }
}

function cab(brush: Brush, front: number, color: Paint) {
  block(brush, [front - 2.1, -1.2, 0.7], [2.1, 2.4, 1.1], color);
  taper(
    brush,
    {
      from: [front - 2.1, -1.2, 1.8],
      size: [2.1, 2.4],
      front: 0.35,
      back: 0,
      side: 0.1,
      high: 0.95,
    },
    GLASS,
    color,
  );
  block(brush, [front - 2.1, -1.1, 2.74], [1.7, 2.2, 0.12], color);
}

export function dumpTruck(mesh: Mesh, at: Frame, color: Paint, isLoaded: boolean) {
  mesh.thing('truck', () => {
    const brush: Brush = { mesh, at };
    axles(brush, [3.1, -1.6, -2.9]);
    block(brush, [-4, -0.5, 0.7], [8, 1, 0.3], CHASSIS);
    cab(brush, 4.4, color);
    const bed = shade(color, 0.75);
    block(brush, [-4.2, -1.25, 1.05], [5.9, 2.5, 0.14], bed);
    for (const y of [-1.25, 1.13]) block(brush, [-4.2, y, 1.1], [5.9, 0.12, 1.2], bed);
    block(brush, [1.6, -1.25, 1.1], [0.12, 2.5, 1.5], bed);
    block(brush, [-4.2, -1.25, 1.1], [0.1, 2.5, 1.1], bed);
    const load = {
      from: [-4, -1.1, 1.2],
      size: [5.5, 2.2],
      front: 1.2,
      back: 1.2,
      side: 0.7,
      high: 1.3,
    } as const;
    if (isLoaded) taper(brush, load, GRAVEL, GRAVEL);
  });
}

export function mixer(mesh: Mesh, at: Frame, color: Paint) {
  mesh.thing('truck', () => {
    const brush: Brush = { mesh, at };
    axles(brush, [3.1, -1.8, -3.1]);
    block(brush, [-4.2, -0.5, 0.7], [8.2, 1, 0.3], CHASSIS);
    cab(brush, 4.5, color);
    const rings = [
      { middle: [1.9, 0, 1.75] as const, radius: 0.6 },
      { middle: [1.1, 0, 1.95] as const, radius: 1.12 },
      { middle: [-1.2, 0, 2.35] as const, radius: 1.22 },
      { middle: [-3.6, 0, 2.95] as const, radius: 0.55 },
    ];
    round(brush, rings, 14, WHITE);
    round(
      brush,
      [
        { middle: [-0.4, 0, 2.2], radius: 1.24 },
        { middle: [-0.9, 0, 2.29], radius: 1.25 },
      ],
      14,
      color,
    );
    block(brush, [-4.4, -0.5, 1.2], [0.7, 1, 1.5], STEEL);
  });
}

export function flatbed(mesh: Mesh, at: Frame, color: Paint, load: Paint | undefined) {
  mesh.thing('truck', () => {
    const brush: Brush = { mesh, at };
    axles(brush, [5.6, 2.4, -4.6, -5.9]);
    cab(brush, 7, color);
    block(brush, [-7, -1.25, 1.15], [11.6, 2.5, 0.22], shade(STEEL, 0.8));
    block(brush, [-6.6, -0.5, 0.7], [11.4, 1, 0.4], CHASSIS);
    if (!load) return;
    for (let n = 0; n < 3; n++)
      block(brush, [-6.4, -1.1 + n * 0.75, 1.4], [9.8, 0.62, 0.3 + 0.2 * (n % 2)], load);
  });
}

export function trailer(mesh: Mesh, at: Frame, color: Paint, hasCab: boolean) {
  mesh.thing('truck', () => {
    const brush: Brush = { mesh, at };
    axles(brush, [-4.8, -5.9]);
    block(brush, [-6.8, -1.28, 1.15], [13.4, 2.56, 2.8], color);
    if (!hasCab) return;
    axles(brush, [5.4, 8.6]);
    block(brush, [4, -0.5, 0.6], [5, 1, 0.4], BLACK);
    cab(brush, 9.3, MACHINE_YELLOW);
  });
}

/** A truck-mounted concrete pump with its boom over a deck. */
export function concretePump(mesh: Mesh, at: Frame, reach: number) {
  mesh.thing('truck', () => {
    const brush: Brush = { mesh, at };
    const red = paint([190, 40, 34]);
    axles(brush, [3.6, 2.2, -2.4, -3.6]);
    block(brush, [-4.6, -1.2, 0.8], [8, 2.4, 0.9], red);
    cab(brush, 5.4, WHITE);
    for (const [x, y] of [
      [2.4, 3],
      [2.4, -3],
      [-4, 3],
      [-4, -3],
    ] as const) {
      bar(
        brush,
        [
          [x, 0, 0.9],
          [x, y, 0.7],
        ],
        0.3,
        red,
      );
      bar(
        brush,
        [
          [x, y, 0],
          [x, y, 0.8],
        ],
        0.25,
        STEEL,
      );
    }
    const boom: Brush = { mesh, at: within(at, { x: 2, y: 0, z: 0, yaw: Math.PI / 2 + 0.1 }) };
    const joints = [
      [0, 0, 1.8],
      [-2, 0, 14],
      [-reach * 0.45, 0, 21],
      [-reach * 0.9, 0, 17.5],
      [-reach, 0, 11],
    ] as const;
    joints
      .slice(1)
      .forEach((joint, index) =>
        bar(boom, [joints[index] ?? joint, joint], 0.42 - index * 0.07, red),
      );
  });
}
