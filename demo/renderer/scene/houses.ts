import { car } from './cars.ts';
import { type Frame, type Mesh, place, within } from './mesh.ts';
import { GALVANISED, GLASS, KIND, paint, type Paint, shade, TIMBER, WHITE } from './paints.ts';
import { between, pick, type Random } from '../../flight/random.ts';
import { block, type Brush } from './shapes.ts';

const ROOFS = [
  [98, 92, 86],
  [78, 76, 76],
  [124, 108, 92],
  [112, 98, 88],
  [140, 130, 120],
  [92, 70, 58],
] as const;
const WALLS = [
  [214, 204, 186],
  [170, 112, 86],
  [196, 184, 164],
  [226, 222, 214],
  [150, 120, 100],
  [184, 190, 190],
] as const;
const POOL = paint([60, 156, 176], KIND.water);

function hip(
  { mesh, at }: Brush,
  [x, y, z]: readonly [number, number, number],
  [w, d, rise]: readonly [number, number, number],
  color: Paint,
) {
  const out = 0.5;
  const [x1, y1, x2, y2] = [x - out, y - out, x + w + out, y + d + out];
  const isLong = w >= d;
  const half = (isLong ? d : w) / 2 + out;
  const p = (u: number, v: number, t: number) => place(at, [u, v, t]);
  const [a, b, c, e] = [p(x1, y1, z), p(x2, y1, z), p(x2, y2, z), p(x1, y2, z)];
  const [first, last] = isLong
    ? [p(x1 + half, (y1 + y2) / 2, z + rise), p(x2 - half, (y1 + y2) / 2, z + rise)]
    : [p((x1 + x2) / 2, y1 + half, z + rise), p((x1 + x2) / 2, y2 - half, z + rise)];
  if (isLong) {
    mesh.quad([a, b, last, first], color);
    mesh.quad([c, e, first, last], color);
    mesh.triangle([b, c, last], color);
    mesh.triangle([e, a, first], color);
    return;
  }
  mesh.quad([b, c, last, first], color);
  mesh.quad([e, a, first, last], color);
  mesh.triangle([a, b, first], color);
  mesh.triangle([c, e, last], color);
}

export function house(mesh: Mesh, at: Frame, random: Random) {
  const brush: Brush = { mesh, at };
  const roof = paint(pick(random, ROOFS), KIND.shingle);
  const wall = paint(pick(random, WALLS));
  const [w, d] = [between(random, 13, 17), between(random, 8.5, 11)];
  block(brush, [-w / 2, 0, 0], [w, d, 2.9], wall);
  hip(brush, [-w / 2, 0, 2.9], [w, d, between(random, 2, 2.9)], roof);
  const left = random() < 0.5 ? -w / 2 : w / 2 - 6.4;
  block(brush, [left, -4, 0], [6.4, 5, 2.8], wall);
  hip(brush, [left, -4, 2.8], [6.4, 7, 1.8], roof);
  block(brush, [left + 0.8, -4.05, 0], [4.8, 0.06, 2.2], WHITE);
  for (const x of [-w / 2 + 1.5, 0, w / 2 - 3]) block(brush, [x, d, 1], [1.6, 0.05, 1.2], GLASS);
  block(brush, [w / 2 + 0.6, d - 2, 0], [0.9, 0.9, 0.9], GALVANISED);
  drive(brush, left, random);
  backyard(brush, w, d, random);
}

function drive(brush: Brush, left: number, random: Random) {
  block(brush, [left + 0.4, -12, -0.2], [5.4, 8, 0.24], paint([178, 174, 166], KIND.concrete));
  block(brush, [left + 5.8, -6, -0.2], [6, 1.2, 0.23], paint([182, 178, 170], KIND.concrete));
  for (const x of [1.7, 4.4]) {
    if (random() < 0.5)
      car(
        brush.mesh,
        within(brush.at, { x: left + x, y: between(random, -9, -7.4), z: 0.04, yaw: Math.PI / 2 }),
        random,
      );
  }
}

function backyard(brush: Brush, w: number, d: number, random: Random) {
  const plank = shade(TIMBER, between(random, 0.55, 0.9));
  const far = 26;
  block(brush, [-10.4, far, 0], [20.8, 0.1, 1.8], plank);
  for (const x of [-10.4, 10.3]) block(brush, [x, d - 3, 0], [0.1, far - d + 3, 1.8], plank);
  if (random() < 0.35) {
    block(brush, [between(random, -8, 2), d + 8, 0], [3, 3.6, 2.1], shade(plank, 1.1));
  }
  if (random() < 0.22) {
    const x = between(random, -7, -1);
    block(brush, [x - 1.2, d + 3, -0.2], [9.4, 6.2, 0.24], paint([196, 188, 172], KIND.concrete));
    block(brush, [x, d + 4, -0.2], [7, 4, 0.26], POOL);
  }
  if (random() < 0.6)
    block(brush, [-w / 4, d, -0.2], [5, 3.4, 0.24], paint([172, 166, 156], KIND.concrete));
}
