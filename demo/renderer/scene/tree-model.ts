import { Mesh, unit, type Vec } from './mesh.ts';
import { KIND, paint, type Paint, shade, TIMBER } from './paints.ts';
import { between, type Random, randomOf } from '../../flight/random.ts';
import { bar, round } from './shapes.ts';

export const MODELS = 4;
const LEAF = paint([98, 112, 58], KIND.foliage);
const FEW_LEAVES = 100;
const SHADED_LEAF = shade(LEAF, 0.38);

/**
 * A tree one meter high and wide, with `leaves` clusters of leaves. Trees with few leaves have no limbs and an angular
 * core, because they're only seen from far away.
 */
export function treeModel(model: number, leaves: number): Mesh {
  const mesh = new Mesh();
  const random = randomOf('tree', model * 10 + (leaves > 400 ? 1 : 0));
  const clumps = Array.from({ length: 12 + model * 2 }, () => clump(random));
  const isFar = leaves < FEW_LEAVES;
  trunk(mesh, isFar ? [] : clumps);
  for (const { middle, radius } of clumps) {
    if (isFar) farBody(mesh, middle, radius * 0.8);
    else shadedBody(mesh, middle, radius * 0.66);
  }
  const size = Math.sqrt(1.9 / leaves) * (leaves > 2000 ? 1.05 : 0.8);
  for (let n = 0; n < leaves; n++) {
    const { middle, radius } = clumps[n % clumps.length] ?? clump(random);
    const out = unit([between(random, -1, 1), between(random, -1, 1), between(random, -0.6, 1)]);
    const depth = 0.7 + 0.42 * Math.sqrt(random());
    const at: Vec = [
      middle[0] + out[0] * radius * depth,
      middle[1] + out[1] * radius * depth,
      middle[2] + out[2] * radius * depth * 0.85,
    ];
    const inner = Math.min(1, Math.hypot(at[0], at[1], (at[2] - 0.5) * 1.1) / 0.5);
    const spray = size * between(random, 0.7, 1.4);
    const color = shade(LEAF, (0.5 + 0.5 * inner) * between(random, 0.78, 1.2));
    leaf(mesh, { at, out, size: spray }, color, random);
  }
  return mesh;
}

type Clump = { middle: Vec; radius: number };

function clump(random: Random): Clump {
  const turn = random() * 2 * Math.PI;
  const away = Math.sqrt(random()) * 0.34;
  const top = 0.82 - 2.6 * away * away;
  return {
    middle: [Math.cos(turn) * away, Math.sin(turn) * away, between(random, 0.36, top)],
    radius: between(random, 0.13, 0.19),
  };
}

function trunk(mesh: Mesh, clumps: readonly Clump[]) {
  const brush = { mesh, at: { x: 0, y: 0, z: 0, yaw: 0 } };
  const bark = shade(TIMBER, 0.42);
  const stem = [
    { middle: [0, 0, 0], radius: 0.026 },
    { middle: [0, 0, 0.12], radius: 0.019 },
    { middle: [0, 0, 0.5], radius: 0.012 },
  ] as const;
  round(brush, stem, 6, bark);
  for (const { middle } of clumps) bar(brush, [[0, 0, 0.2], middle], 0.014, bark);
}

const [EAST, WEST]: [Vec, Vec] = [
  [1, 0, 0],
  [-1, 0, 0],
];
const [NORTH, SOUTH]: [Vec, Vec] = [
  [0, 1, 0],
  [0, -1, 0],
];
const [TOP, FOOT]: [Vec, Vec] = [
  [0, 0, 1],
  [0, 0, -1],
];
const OCTAHEDRON: readonly (readonly [Vec, Vec, Vec])[] = [
  [EAST, NORTH, TOP],
  [NORTH, WEST, TOP],
  [WEST, SOUTH, TOP],
  [SOUTH, EAST, TOP],
  [NORTH, EAST, FOOT],
  [WEST, NORTH, FOOT],
  [SOUTH, WEST, FOOT],
  [EAST, SOUTH, FOOT],
];

/** The dark core of a crown part, which blocks the sky. A low-polygon ball. */
function shadedBody(mesh: Mesh, middle: Vec, radius: number) {
  const spot = (v: Vec): Vec => {
    const out = unit(v);
    return [
      middle[0] + out[0] * radius,
      middle[1] + out[1] * radius,
      middle[2] + out[2] * radius * 0.85,
    ];
  };
  const half = (a: Vec, b: Vec): Vec => [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2, (a[2] + b[2]) / 2];
  for (const [a, b, c] of OCTAHEDRON) {
    const [ab, bc, ca] = [half(a, b), half(b, c), half(c, a)];
    for (const face of [
      [a, ab, ca],
      [ab, b, bc],
      [ca, bc, c],
      [ab, bc, ca],
    ] as const) {
      const [p, q, r] = [spot(face[0]), spot(face[1]), spot(face[2])];
      mesh.triangle([p, q, r], SHADED_LEAF, [bodyNormal(p, p), bodyNormal(q, q), bodyNormal(r, r)]);
    }
  }
}

function farBody(mesh: Mesh, middle: Vec, radius: number) {
  for (const face of OCTAHEDRON) {
    const spot = (v: Vec): Vec => [
      middle[0] + v[0] * radius,
      middle[1] + v[1] * radius,
      middle[2] + v[2] * radius * 0.85,
    ];
    const [p, q, r] = [spot(face[0]), spot(face[1]), spot(face[2])];
    mesh.triangle([p, q, r], SHADED_LEAF, [bodyNormal(p, p), bodyNormal(q, q), bodyNormal(r, r)]);
  }
}

type Spray = { at: Vec; out: Vec; size: number };

/** A cluster of leaves: a ragged triangle whose normal points outward, so that the crown is shaded as one body. */
function leaf(mesh: Mesh, { at, out, size }: Spray, color: Paint, random: Random) {
  const corner = (): Vec => [
    at[0] + between(random, -size, size),
    at[1] + between(random, -size, size),
    at[2] + between(random, -size, size) * 0.7,
  ];
  const body = bodyNormal(at, out);
  mesh.triangle([corner(), corner(), corner()], color, [body, body, body]);
}

/** Returns the normal as if the crown were one body. */
const bodyNormal = (at: Vec, out: Vec): Vec =>
  unit([
    at[0] * 1.4 + out[0] * 0.6,
    at[1] * 1.4 + out[1] * 0.6,
    (at[2] - 0.45) * 1.4 + out[2] * 0.6 + 0.15,
  ]);
