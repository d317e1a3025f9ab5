import { mound } from './heaps.ts';
import { type Frame, type Mesh, place } from './mesh.ts';
import {
  EARTH,
  FORM_YELLOW,
  GALVANISED,
  GLASS,
  KIND,
  paint,
  type Paint,
  PLYWOOD,
  RUST,
  shade,
  STEEL,
  TIMBER,
  WHITE,
} from './paints.ts';
import { between, pick, type Random, randomOf } from '../../flight/random.ts';
import { bar, block, type Brush, post } from './shapes.ts';

const CONTAINERS = [
  [38, 78, 120],
  [150, 52, 40],
  [196, 198, 196],
  [54, 96, 74],
  [190, 120, 40],
] as const;

export function cabin(mesh: Mesh, at: Frame) {
  mesh.thing('cabin', () => {
    const brush: Brush = { mesh, at };
    const skin = paint([224, 224, 218], KIND.ribbed);
    block(brush, [0, 0, 0.25], [12, 3, 2.6], skin);
    block(brush, [-0.05, -0.05, 2.85], [12.1, 3.1, 0.12], shade(WHITE, 0.9));
    for (const x of [1.2, 4.2, 9]) block(brush, [x, -0.03, 1.2], [1.3, 0.04, 0.9], GLASS);
    block(brush, [7, -0.04, 0.3], [0.95, 0.05, 2], paint([88, 100, 110]));
    block(brush, [6.8, -1.2, 0], [1.4, 1.2, 0.28], TIMBER);
    block(brush, [11.2, 0.9, 2.97], [0.7, 1, 0.5], GALVANISED);
  });
}

/** A 20-foot shipping container. */
export function container(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('container', () => {
    const brush: Brush = { mesh, at };
    block(brush, [0, 0, 0.1], [6.06, 2.44, 2.5], paint(pick(random, CONTAINERS), KIND.ribbed));
  });
}

export function bundle(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('bundle', () => {
    const brush: Brush = { mesh, at };
    const kind = random();
    if (kind < 0.35) {
      for (let n = 0; n < 14; n++)
        bar(
          brush,
          [
            [between(random, -0.3, 0.3), n * 0.14, 0.1 + (n % 3) * 0.08],
            [between(random, 8.4, 9.2), n * 0.14, 0.1 + (n % 3) * 0.08],
          ],
          0.09,
          RUST,
        );
    } else if (kind < 0.7) {
      const stack = pick(random, [TIMBER, PLYWOOD, FORM_YELLOW, shade(STEEL, 1.1)]);
      for (let n = 0; n < 3; n++) stackOf(brush, n * 1.5, stack, random);
    } else {
      for (let n = 0; n < 9; n++)
        bar(
          brush,
          [
            [0, (n % 5) * 0.34, 0.18 + Math.floor(n / 5) * 0.32],
            [6, (n % 5) * 0.34, 0.18 + Math.floor(n / 5) * 0.32],
          ],
          0.3,
          n % 2 ? STEEL : paint([150, 162, 168]),
        );
    }
  });
}

function stackOf(brush: Brush, y: number, color: Paint, random: Random) {
  const [long, wide] = [between(random, 2, 4), between(random, 0.8, 1.25)];
  for (const x of [0.3, long - 0.5])
    block(brush, [x, y, 0], [0.12, wide, 0.12], shade(TIMBER, 0.6));
  const layers = Math.floor(between(random, 2, 9));
  for (let layer = 0; layer < layers; layer++) {
    const off = between(random, -0.07, 0.07);
    const tone = shade(color, between(random, 0.7, 1.1));
    block(brush, [off, y + off / 2, 0.12 + layer * 0.115], [long, wide, 0.1], tone);
  }
}

export function skip(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('skip', () => {
    const brush: Brush = { mesh, at };
    const green = paint([52, 92, 66]);
    block(brush, [0, 0, 0], [5, 2.2, 0.2], green);
    for (const y of [0, 2.1]) block(brush, [0, y, 0], [5, 0.1, 1.4], green);
    for (const x of [0, 4.9]) block(brush, [x, 0, 0], [0.1, 2.2, 1.4], green);
    const [x, y, z] = place(at, [2.5, 1.1, 0.8]);
    mound(mesh, [[x, y, z], 1], EARTH, random);
  });
}

export function fence(
  mesh: Mesh,
  outline: readonly (readonly [number, number])[],
  cloth: Paint | undefined,
) {
  const brush: Brush = { mesh, at: { x: 0, y: 0, z: 0, yaw: 0 } };
  outline.slice(1).forEach(([x2, y2], index) => {
    const [x1, y1] = outline[index] ?? [x2, y2];
    const count = Math.max(1, Math.round(Math.hypot(x2 - x1, y2 - y1) / 3));
    for (let n = 0; n <= count; n++) {
      post(
        brush,
        [x1 + ((x2 - x1) * n) / count, y1 + ((y2 - y1) * n) / count, 0],
        [0.04, 2],
        GALVANISED,
      );
    }
    for (const up of [0.1, 1.95])
      bar(
        brush,
        [
          [x1, y1, up],
          [x2, y2, up],
        ],
        0.05,
        GALVANISED,
      );
    if (cloth)
      mesh.quad(
        [
          [x1, y1, 0.05],
          [x2, y2, 0.05],
          [x2, y2, 1.9],
          [x1, y1, 1.9],
        ],
        cloth,
      );
  });
}

export function toilets(mesh: Mesh, at: Frame, count: number) {
  mesh.thing('toilets', () => {
    const random = randomOf('toilets');
    for (let n = 0; n < count; n++) {
      const brush: Brush = { mesh, at };
      const color = random() < 0.7 ? paint([40, 96, 150]) : paint([60, 130, 110]);
      block(brush, [n * 1.4, 0, 0], [1.15, 1.15, 2.2], color);
      block(brush, [n * 1.4 + 0.05, 0.05, 2.2], [1.05, 1.05, 0.15], WHITE);
    }
  });
}
