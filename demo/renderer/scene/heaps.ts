import { cross, type Mesh, subtract, unit, type Vec } from './mesh.ts';
import type { Paint } from './paints.ts';
import { between, type Random } from '../../flight/random.ts';

export function heap(mesh: Mesh, at: readonly [Vec, number], color: Paint, random: Random) {
  mesh.thing('heap', () => mound(mesh, at, color, random));
}

const RINGS = 9;
const SIDES = 32;

/** A pile of dumped material with a rounded top, slopes at the angle of repose, and a flat edge. */
export function mound(
  mesh: Mesh,
  [[x, y, z], radius]: readonly [Vec, number],
  color: Paint,
  random: Random,
) {
  const lobes = [2, 3, 5, 7].map((count) => ({
    count,
    phase: between(random, 0, 6.3),
    size: between(random, 0.03, 0.16) / Math.sqrt(count),
  }));
  const grains = Array.from({ length: SIDES * (RINGS + 1) }, () => between(random, -1, 1));
  const stretch = between(random, 1, 1.35);
  const spot = (ring: number, side: number): Vec => {
    const turn = (side / SIDES) * 2 * Math.PI;
    const share = 1 - ring / RINGS;
    const lobe = lobes.reduce((sum, l) => sum + l.size * Math.sin(l.count * turn + l.phase), 1);
    const grain = grains[ring * SIDES + ((side + SIDES) % SIDES)] ?? 0;
    const out = radius * share * (1 + (lobe - 1) * (0.4 + share)) + grain * 0.05 * share;
    const up =
      radius * 0.56 * (1 - share ** 1.25) * (0.75 + 0.25 * lobe) * (1 - 0.12 * (1 - share) ** 4);
    return [
      x + Math.cos(turn) * out * stretch,
      y + Math.sin(turn) * out,
      z - 0.12 + up + grain * 0.05 * (ring && ring < RINGS ? 1 : 0),
    ];
  };
  const slope = (ring: number, side: number): Vec => {
    const round = subtract(spot(ring, side + 1), spot(ring, side - 1));
    const inwards = subtract(
      spot(Math.min(RINGS, ring + 1), side),
      spot(Math.max(0, ring - 1), side),
    );
    return ring === RINGS ? [0, 0, 1] : unit(cross(round, inwards));
  };
  for (let ring = 0; ring < RINGS; ring++) {
    for (let side = 0; side < SIDES; side++) {
      const corners = [
        [ring, side],
        [ring, side + 1],
        [ring + 1, side + 1],
        [ring + 1, side],
      ] as const;
      const [a, b, c, d] = corners.map(([r, s]) => spot(r, s)) as [Vec, Vec, Vec, Vec];
      const [e, f, g, h] = corners.map(([r, s]) => slope(r, s)) as [Vec, Vec, Vec, Vec];
      mesh.triangle([a, b, c], color, [e, f, g]);
      mesh.triangle([a, c, d], color, [e, g, h]);
    }
  }
}
