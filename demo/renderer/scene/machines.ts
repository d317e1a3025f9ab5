import type { Frame, Mesh } from './mesh.ts';
import { BLACK, GLASS, MACHINE_YELLOW, paint, RUBBER, shade, STEEL } from './paints.ts';
import type { Random } from '../../flight/random.ts';
import { between } from '../../flight/random.ts';
import { within } from './mesh.ts';
import { bar, block, type Brush, round } from './shapes.ts';
import { taper } from './cars.ts';

const TRACK = paint([48, 46, 44]);

export function excavator(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('machine', () => {
    const under: Brush = { mesh, at };
    for (const y of [-1.5, 0.9]) {
      taper(
        under,
        { from: [-2.1, y, 0], size: [4.2, 0.6], front: 0.3, back: 0.3, side: 0, high: 0.85 },
        TRACK,
        TRACK,
      );
    }
    block(under, [-0.8, -1, 0.5], [1.6, 2, 0.5], shade(MACHINE_YELLOW, 0.7));
    const upper: Brush = {
      mesh,
      at: within(at, { x: 0, y: 0, z: 0, yaw: between(random, -1.5, 1.5) }),
    };
    block(upper, [-2.7, -1.35, 1], [4, 2.7, 0.8], MACHINE_YELLOW);
    block(upper, [-2.7, -1.35, 1.8], [2.2, 2.7, 0.5], shade(MACHINE_YELLOW, 0.94));
    block(upper, [-2.4, -0.4, 2.3], [0.9, 0.6, 0.06], BLACK);
    block(upper, [-0.4, 0.35, 1.8], [1.6, 0.95, 1.3], GLASS);
    block(upper, [-0.4, 0.35, 3.1], [1.5, 0.95, 0.1], MACHINE_YELLOW);
    const reach = between(random, 0, 1);
    const elbow = [3.4 + reach, -0.2, 4.3 - reach * 0.6] as const;
    const wrist = [5.6 + reach * 1.6, -0.2, 1.4 + reach * 0.4] as const;
    bar(
      upper,
      [
        [1, -0.2, 1.6],
        [2, -0.2, 3.4],
      ],
      0.55,
      MACHINE_YELLOW,
    );
    bar(upper, [[2, -0.2, 3.4], elbow], 0.48, MACHINE_YELLOW);
    bar(upper, [elbow, wrist], 0.38, MACHINE_YELLOW);
    bar(
      upper,
      [
        [1.3, -0.2, 1.9],
        [2.6, -0.2, 3.3],
      ],
      0.18,
      STEEL,
    );
    taper(
      upper,
      {
        from: [wrist[0] - 0.9, -0.85, wrist[2] - 1.1],
        size: [1.2, 1.3],
        front: -0.3,
        back: -0.1,
        side: 0,
        high: 0.9,
      },
      shade(STEEL, 0.6),
      BLACK,
    );
  });
}

export function loader(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('machine', () => {
    const brush: Brush = { mesh, at };
    for (const x of [-1.6, 1.5]) {
      for (const y of [-1.05, 1.05]) {
        round(
          brush,
          [-0.25, 0.25].map((side) => ({ middle: [x, y + side, 0.7] as const, radius: 0.7 })),
          10,
          RUBBER,
        );
      }
    }
    block(brush, [-2.7, -0.95, 0.7], [3, 1.9, 1.2], MACHINE_YELLOW);
    block(brush, [0.2, -0.7, 0.7], [2, 1.4, 0.8], MACHINE_YELLOW);
    block(brush, [-0.9, -0.75, 1.9], [1.5, 1.5, 1.1], GLASS);
    block(brush, [-0.9, -0.75, 3], [1.5, 1.5, 0.12], MACHINE_YELLOW);
    const lift = between(random, 0.3, 1.8);
    for (const y of [-0.5, 0.5])
      bar(
        brush,
        [
          [0.4, y, 1.9],
          [3.1, y, lift],
        ],
        0.22,
        MACHINE_YELLOW,
      );
    block(brush, [3, -1.25, lift - 0.5], [1, 2.5, 0.8], shade(STEEL, 0.7));
  });
}

export function roller(mesh: Mesh, at: Frame) {
  mesh.thing('machine', () => {
    const brush: Brush = { mesh, at };
    for (const x of [-1.7, 1.7]) {
      round(
        brush,
        [-0.95, 0.95].map((y) => ({ middle: [x, y, 0.65] as const, radius: 0.65 })),
        14,
        shade(STEEL, 0.9),
      );
    }
    block(brush, [-1.6, -0.7, 0.9], [3.2, 1.4, 0.7], paint([214, 120, 30]));
    block(brush, [-0.7, -0.7, 1.6], [1.3, 1.4, 1.2], GLASS);
    block(brush, [-0.8, -0.8, 2.8], [1.5, 1.6, 0.1], paint([214, 120, 30]));
  });
}

export function mobileCrane(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('machine', () => {
    const brush: Brush = { mesh, at };
    block(brush, [-5, -1.3, 0.7], [11, 2.6, 0.8], MACHINE_YELLOW);
    for (const x of [-4, -2.6, 2.6, 4.2]) {
      for (const y of [-1.1, 1.1])
        round(
          brush,
          [-0.2, 0.2].map((side) => ({ middle: [x, y + side, 0.6] as const, radius: 0.6 })),
          10,
          RUBBER,
        );
    }
    block(brush, [4.2, -1.25, 1.5], [1.7, 1.2, 1.2], GLASS);
    for (const x of [-4.5, 3])
      bar(
        brush,
        [
          [x, -3.4, 0.3],
          [x, 3.4, 0.3],
        ],
        0.35,
        MACHINE_YELLOW,
      );
    const upper: Brush = {
      mesh,
      at: within(at, { x: -1, y: 0, z: 1.5, yaw: between(random, 1, 2.2) }),
    };
    block(upper, [-3.4, -1.2, 0], [4.4, 2.4, 1.4], MACHINE_YELLOW);
    const tip = [16, 0, 25] as const;
    bar(
      upper,
      [
        [-1, 0, 1.4],
        [8, 0, 13.8],
      ],
      0.8,
      MACHINE_YELLOW,
    );
    bar(upper, [[8, 0, 13.8], tip], 0.55, MACHINE_YELLOW);
    bar(upper, [tip, [16, 0, 12]], 0.06, BLACK);
    block(upper, [15.6, -0.4, 11], [0.8, 0.8, 1], STEEL);
  });
}
