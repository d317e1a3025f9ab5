import type { Point3 } from './camera.ts';

type Colour = readonly [red: number, green: number, blue: number];
type Size = readonly [width: number, depth: number, height: number];

/** A flat face with its colour, in metres. */
export type Face = { points: Point3[]; colour: Colour };

const STOREY = 3.6;
const CONCRETE: Colour = [196, 194, 188];
const VEHICLES: Colour[] = [
  [230, 180, 30],
  [200, 60, 50],
  [240, 240, 240],
  [60, 90, 140],
];

/** Repeatable numbers in [0, 1): mulberry32, a 32-bit generator by Tommy Ettinger. */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const shade = ([red, green, blue]: Colour, by: number): Colour => [red * by, green * by, blue * by];

/** A rectangle that lies level, from its south-west corner. */
function flat([x, y, z]: Point3, [width, depth]: readonly number[], colour: Colour): Face {
  const [x2, y2] = [x + (width ?? 0), y + (depth ?? 0)];
  const points: Point3[] = [
    [x, y, z],
    [x2, y, z],
    [x2, y2, z],
    [x, y2, z],
  ];
  return { points, colour };
}

/** The five faces of a block that can be seen, lit from the south-east. */
function block(at: Point3, [width, depth, height]: Size, colour: Colour): Face[] {
  const [x, y, z] = at;
  const corners: [number, number][] = [
    [x, y],
    [x + width, y],
    [x + width, y + depth],
    [x, y + depth],
  ];
  const walls = [0.88, 0.76, 0.52, 0.62].map((light, side): Face => {
    const [[x1, y1], [x2, y2]] = [corners[side] ?? [x, y], corners[(side + 1) % 4] ?? [x, y]];
    const points: Point3[] = [
      [x1, y1, z],
      [x2, y2, z],
      [x2, y2, z + height],
      [x1, y1, z + height],
    ];
    return { points, colour: shade(colour, light) };
  });
  return [...walls, flat([x, y, z + height], [width, depth], colour)];
}

/** Height of the building in metres at the end of a week: nothing before week 4, then a storey a week. */
const buildingHeight = (week: number) => storeysOf(week) * STOREY;
const storeysOf = (week: number) => Math.max(0, Math.min(5, week - 3));

/** What lies on the ground: grass, bare soil, the road, the pit or slab, the shadow of the building. */
export function groundFaces(week: number): Face[] {
  const height = buildingHeight(week);
  const isExcavation = week <= 2;
  const faces = [
    flat([-600, -600, 0], [1200, 1200], [112, 124, 82]),
    flat([-70, -60, 0], [140, 120], [173, 148, 112]),
    flat([-600, -92, 0], [1200, 12], [94, 94, 96]),
    flat([-600, -86.3, 0], [1200, 0.6], [208, 200, 168]),
    flat([-12, -80, 0], [8, 24], [148, 132, 108]),
    flat([-30, -20, 0], [60, 40], isExcavation ? [122, 96, 70] : [178, 176, 170]),
  ];
  if (height > 0) {
    faces.push(flat([-30 - height * 0.5, -20 + height * 0.4, 0], [60, 40], [104, 92, 76]));
  }
  if (week >= 8) faces.push(flat([-66, -56, 0], [30, 100], [78, 78, 80]));
  return faces;
}

/** Everything that stands, for a week of the schedule. */
export function standingFaces(week: number): Face[] {
  const random = randomFrom(week * 7919);
  return [...building(week), ...crane(week, random), ...cabins(), ...loose(random), ...trees()];
}

function building(week: number): Face[] {
  return Array.from({ length: storeysOf(week) }, (_, storey) => {
    const z = storey * STOREY;
    const isGlazed = week >= 8 && storey < week - 6;
    const colour: Colour = isGlazed ? [132, 150, 164] : [150, 146, 138];
    const bays = Array.from({ length: 10 }, (_bay, n) =>
      block([-29.6 + n * 6, -19.6, z], [5.2, 39.2, 3.1], colour),
    );
    return [...bays.flat(), ...block([-30, -20, z + 3.1], [60, 40, 0.5], CONCRETE)];
  }).flat();
}

function crane(week: number, random: () => number): Face[] {
  if (week < 3 || week > 9) return [];
  const jib: Point3 = [36 - 34 * random(), 4.5, 36.5];
  return [
    ...block([36, 4, 0], [2, 2, 38], [214, 168, 40]),
    ...block(jib, [44, 1.2, 1.2], [222, 176, 44]),
  ];
}

const cabins = () =>
  [0, 1, 2, 3].flatMap((n) => block([-64, 22 + n * 8, 0], [12, 5, 2.8], [226, 228, 230]));

/** Heaps and vehicles: elsewhere every week. */
function loose(random: () => number): Face[] {
  const heaps = Array.from({ length: 7 }, () => {
    const size = 3 + random() * 5;
    const at: Point3 = [44 + random() * 18, -50 + random() * 90, 0];
    return block(at, [size, size, size * 0.4], [156, 130, 96]);
  });
  const vehicles = Array.from({ length: 12 }, () => {
    const colour = VEHICLES[Math.floor(random() * VEHICLES.length)] ?? CONCRETE;
    return block([-60 + random() * 116, -54 + random() * 26, 0], [5, 2.2, 1.9], colour);
  });
  return [...heaps, ...vehicles].flat();
}

const trees = () =>
  Array.from({ length: 60 }, (_, tree) => {
    const place = randomFrom(tree + 17);
    const at: Point3 = [-180 + place() * 360, 75 + place() * 120, 0];
    return block(at, [4 + place() * 4, 4 + place() * 4, 5 + place() * 5], [70, 96, 56]);
  }).flat();
