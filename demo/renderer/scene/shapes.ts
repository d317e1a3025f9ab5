import { cross, type Frame, type Mesh, place, subtract, unit, type Vec } from './mesh.ts';
import type { Paint } from './paints.ts';

export type Brush = { mesh: Mesh; at: Frame };

/** A block, positioned by its lowest corner. */
export function block({ mesh, at }: Brush, [x, y, z]: Vec, [w, d, h]: Vec, paint: Paint) {
  const p = (u: number, v: number, t: number) => place(at, [x + u * w, y + v * d, z + t * h]);
  const [a, b, c, e] = [p(0, 0, 0), p(1, 0, 0), p(1, 1, 0), p(0, 1, 0)];
  const [f, g, i, j] = [p(0, 0, 1), p(1, 0, 1), p(1, 1, 1), p(0, 1, 1)];
  mesh.quad([a, b, g, f], paint);
  mesh.quad([b, c, i, g], paint);
  mesh.quad([c, e, j, i], paint);
  mesh.quad([e, a, f, j], paint);
  mesh.quad([f, g, i, j], paint);
  mesh.quad([e, c, b, a], paint);
}

/** A block, positioned by the center of its base. */
export const standing = (brush: Brush, [x, y, z]: Vec, [w, d, h]: Vec, paint: Paint) =>
  block(brush, [x - w / 2, y - d / 2, z], [w, d, h], paint);

export function sheet(
  { mesh, at }: Brush,
  [x, y, z]: Vec,
  [w, d]: readonly number[],
  paint: Paint,
) {
  const p = (u: number, v: number) => place(at, [x + u * (w ?? 0), y + v * (d ?? 0), z]);
  mesh.quad([p(0, 0), p(1, 0), p(1, 1), p(0, 1)], paint);
}

/** A straight square bar, `thick` meters wide. */
export function bar(
  { mesh, at }: Brush,
  [from, to]: readonly [Vec, Vec],
  thick: number,
  paint: Paint,
) {
  const [a, b] = [place(at, from), place(at, to)];
  const along = unit(subtract(b, a));
  const side = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
  const up = cross(side, along);
  const half = (thick * (at.scale ?? 1)) / 2;
  const corner = (p: Vec, s: number, t: number): Vec => [
    p[0] + (side[0] * s + up[0] * t) * half,
    p[1] + (side[1] * s + up[1] * t) * half,
    p[2] + (side[2] * s + up[2] * t) * half,
  ];
  const turns = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ] as const;
  turns.forEach(([s, t], index) => {
    const [u, v] = turns[(index + 1) % 4] ?? [s, t];
    mesh.quad([corner(a, u, v), corner(a, s, t), corner(b, s, t), corner(b, u, v)], paint);
  });
}

export type Ring = { middle: Vec; radius: number };

export function round({ mesh, at }: Brush, rings: readonly Ring[], sides: number, paint: Paint) {
  const [first, last] = [rings[0], rings.at(-1)];
  if (!first || !last) return;
  const along = unit(subtract(last.middle, first.middle));
  const side = unit(cross(along, Math.abs(along[2]) > 0.9 ? [1, 0, 0] : [0, 0, 1]));
  const up = cross(side, along);
  const out = (turn: number): Vec => {
    const [c, s] = [Math.cos((turn * 2 * Math.PI) / sides), Math.sin((turn * 2 * Math.PI) / sides)];
    return [side[0] * c + up[0] * s, side[1] * c + up[1] * s, side[2] * c + up[2] * s];
  };
  const spot = ({ middle, radius }: Ring, turn: number): Vec => {
    const o = out(turn);
    return place(at, [
      middle[0] + o[0] * radius,
      middle[1] + o[1] * radius,
      middle[2] + o[2] * radius,
    ]);
  };
  const turned = (v: Vec): Vec => subtract(place(at, v), place(at, [0, 0, 0]));
  rings.forEach((ring, index) => {
    const next = rings[index + 1];
    for (let turn = 0; turn < sides; turn++) {
      const [n1, n2] = [unit(turned(out(turn))), unit(turned(out(turn + 1)))];
      if (!next) continue;
      const [a, b] = [spot(ring, turn), spot(ring, turn + 1)];
      const [c, d] = [spot(next, turn + 1), spot(next, turn)];
      mesh.triangle([b, a, d], paint, [n2, n1, n1]);
      mesh.triangle([b, d, c], paint, [n2, n1, n2]);
    }
  });
  for (let turn = 0; turn < sides; turn++) {
    const [head, foot] = [place(at, last.middle), place(at, first.middle)];
    mesh.triangle([head, spot(last, turn + 1), spot(last, turn)], paint);
    mesh.triangle([foot, spot(first, turn), spot(first, turn + 1)], paint);
  }
}

/** An upright cylinder, positioned by the center of its base. */
export const post = (
  brush: Brush,
  [x, y, z]: Vec,
  [radius, height]: readonly [number, number],
  paint: Paint,
) =>
  round(
    brush,
    [
      { middle: [x, y, z], radius },
      { middle: [x, y, z + height], radius },
    ],
    radius > 0.6 ? 16 : 8,
    paint,
  );
