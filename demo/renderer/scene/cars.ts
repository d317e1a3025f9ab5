import { type Frame, place, type Mesh, type Vec } from './mesh.ts';
import { BLACK, GLASS, paint, type Paint, RUBBER, shade } from './paints.ts';
import { pick, type Random } from '../../flight/random.ts';
import { block, type Brush, round } from './shapes.ts';

const COLORS = [
  [236, 236, 234],
  [236, 236, 234],
  [206, 208, 210],
  [150, 153, 156],
  [84, 87, 92],
  [30, 32, 36],
  [30, 32, 36],
  [112, 34, 32],
  [38, 54, 84],
  [156, 140, 116],
  [52, 70, 60],
] as const;

/** A body that narrows toward the top: corner and size of the base, insets of the top, and height. */
type Body = {
  from: Vec;
  size: readonly [number, number];
  front: number;
  back: number;
  side: number;
  high: number;
};

export function taper({ mesh, at }: Brush, body: Body, sides: Paint, lid: Paint) {
  const { from, size, front, back, side, high } = body;
  const [x, y, z] = from;
  const p = (u: number, v: number, w: number) => place(at, [u, v, w]);
  const foot = [
    p(x, y, z),
    p(x + size[0], y, z),
    p(x + size[0], y + size[1], z),
    p(x, y + size[1], z),
  ] as const;
  const top = [
    p(x + back, y + side, z + high),
    p(x + size[0] - front, y + side, z + high),
    p(x + size[0] - front, y + size[1] - side, z + high),
    p(x + back, y + size[1] - side, z + high),
  ] as const;
  mesh.quad([foot[0], foot[1], top[1], top[0]], sides);
  mesh.quad([foot[1], foot[2], top[2], top[1]], sides);
  mesh.quad([foot[2], foot[3], top[3], top[2]], sides);
  mesh.quad([foot[3], foot[0], top[0], top[3]], sides);
  mesh.quad([top[0], top[1], top[2], top[3]], lid);
}

/** A sedan, station wagon, or pickup truck, facing along the frame's first axis. */
export function car(mesh: Mesh, at: Frame, random: Random) {
  mesh.thing('car', () => {
    const brush: Brush = { mesh, at: { ...at, scale: 0.96 + random() * 0.08 } };
    const color = paint(pick(random, COLORS));
    const kind = random();
    wheels(brush, kind > 0.62 ? 1.75 : 1.4);
    if (kind < 0.36) sedan(brush, color);
    else if (kind < 0.66) wagon(brush, color);
    else pickUp(brush, color);
  });
}

function wheels(brush: Brush, reach: number) {
  for (const x of [-reach, reach]) {
    for (const y of [-0.82, 0.82]) {
      const rings = [-0.12, 0.12].map((side) => ({
        middle: [x, y + side, 0.34] as const,
        radius: 0.34,
      }));
      round(brush, rings, 8, RUBBER);
    }
  }
}

function lamps(brush: Brush, nose: number, tail: number, up: number) {
  for (const y of [-0.82, 0.5]) {
    block(brush, [nose - 0.06, y, up], [0.1, 0.32, 0.16], paint([226, 228, 224]));
    block(brush, [tail - 0.04, y, up], [0.1, 0.32, 0.18], paint([120, 18, 16]));
  }
}

function sedan(brush: Brush, color: Paint) {
  taper(
    brush,
    {
      from: [-2.35, -0.92, 0.3],
      size: [4.7, 1.84],
      front: 0.1,
      back: 0.08,
      side: 0.04,
      high: 0.38,
    },
    shade(color, 0.92),
    color,
  );
  taper(
    brush,
    {
      from: [-2.27, -0.88, 0.68],
      size: [4.5, 1.76],
      front: 0.25,
      back: 0.12,
      side: 0.06,
      high: 0.18,
    },
    color,
    color,
  );
  taper(
    brush,
    {
      from: [-1.75, -0.8, 0.86],
      size: [2.95, 1.6],
      front: 0.8,
      back: 0.62,
      side: 0.16,
      high: 0.54,
    },
    GLASS,
    color,
  );
  lamps(brush, 2.33, -2.35, 0.62);
}

function wagon(brush: Brush, color: Paint) {
  taper(
    brush,
    {
      from: [-2.35, -0.96, 0.36],
      size: [4.7, 1.92],
      front: 0.08,
      back: 0.04,
      side: 0.03,
      high: 0.5,
    },
    shade(color, 0.92),
    color,
  );
  taper(
    brush,
    {
      from: [-2.3, -0.92, 0.86],
      size: [4.5, 1.84],
      front: 0.22,
      back: 0.04,
      side: 0.06,
      high: 0.16,
    },
    color,
    color,
  );
  taper(
    brush,
    {
      from: [-2.22, -0.84, 1.02],
      size: [3.4, 1.68],
      front: 0.75,
      back: 0.3,
      side: 0.14,
      high: 0.6,
    },
    GLASS,
    color,
  );
  block(brush, [-1.4, -0.66, 1.64], [1.5, 0.05, 0.05], BLACK);
  block(brush, [-1.4, 0.61, 1.64], [1.5, 0.05, 0.05], BLACK);
  lamps(brush, 2.33, -2.35, 0.8);
}

function pickUp(brush: Brush, color: Paint) {
  taper(
    brush,
    { from: [-2.9, -1, 0.46], size: [5.8, 2], front: 0.06, back: 0, side: 0.02, high: 0.62 },
    shade(color, 0.92),
    color,
  );
  taper(
    brush,
    { from: [1.05, -0.94, 1.08], size: [1.75, 1.88], front: 0.16, back: 0, side: 0.06, high: 0.14 },
    color,
    color,
  );
  taper(
    brush,
    {
      from: [-1.15, -0.9, 1.08],
      size: [2.45, 1.8],
      front: 0.65,
      back: 0.18,
      side: 0.15,
      high: 0.74,
    },
    GLASS,
    color,
  );
  block(brush, [-2.76, -0.8, 0.9], [1.56, 1.6, 0.185], paint([38, 38, 40]));
  lamps(brush, 2.86, -2.9, 0.92);
}
