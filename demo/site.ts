import type { Point3 } from './camera.ts';

/** A flat face with its colour, in metres. */
export type Face = { points: Point3[]; colour: [number, number, number] };
type Colour = Face['colour'];
type Block = {
  x: number;
  y: number;
  z: number;
  width: number;
  depth: number;
  height: number;
  colour: Colour;
};

/** Repeatable numbers in [0, 1) (mulberry32). */
export function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const flat = (x: number, y: number, width: number, depth: number, colour: Colour, z = 0): Face => ({
  points: [
    [x, y, z],
    [x + width, y, z],
    [x + width, y + depth, z],
    [x, y + depth, z],
  ],
  colour,
});

const shade = (colour: Colour, factor: number): Colour => [
  colour[0] * factor,
  colour[1] * factor,
  colour[2] * factor,
];

/** The five faces of a block that can be seen, lit from the south-east. */
function blockFaces({ x, y, z, width, depth, height, colour }: Block): Face[] {
  const [x2, y2, top] = [x + width, y + depth, z + height];
  return [
    {
      points: [
        [x, y, z],
        [x2, y, z],
        [x2, y, top],
        [x, y, top],
      ],
      colour: shade(colour, 0.88),
    },
    {
      points: [
        [x2, y, z],
        [x2, y2, z],
        [x2, y2, top],
        [x2, y, top],
      ],
      colour: shade(colour, 0.76),
    },
    {
      points: [
        [x, y2, z],
        [x2, y2, z],
        [x2, y2, top],
        [x, y2, top],
      ],
      colour: shade(colour, 0.52),
    },
    {
      points: [
        [x, y, z],
        [x, y2, z],
        [x, y2, top],
        [x, y, top],
      ],
      colour: shade(colour, 0.62),
    },
    flat(x, y, width, depth, colour, top),
  ];
}

/** What lies on the ground: grass, bare soil, the road, the pit and the shadow of the building. */
export function groundFaces(week: number, height: number): Face[] {
  const faces = [
    flat(-600, -600, 1200, 1200, [112, 124, 82]),
    flat(-70, -60, 140, 120, [173, 148, 112]),
    flat(-600, -92, 1200, 12, [94, 94, 96]),
    flat(-600, -86.3, 1200, 0.6, [208, 200, 168]),
    flat(-12, -80, 8, 24, [148, 132, 108]),
  ];
  if (week <= 2) faces.push(flat(-30, -20, 60, 40, [122, 96, 70]));
  else faces.push(flat(-30, -20, 60, 40, [178, 176, 170]));
  if (height > 0) faces.push(flat(-30 - height * 0.5, -20 + height * 0.4, 60, 40, [104, 92, 76]));
  if (week >= 8) faces.push(flat(-66, -56, 30, 100, [78, 78, 80]));
  return faces;
}

/** Height of the building in metres at the end of a week: nothing before week 4, then a storey a week. */
export const buildingHeight = (week: number) => Math.max(0, Math.min(5, week - 3)) * 3.6;

/** Everything that stands, for a week of the schedule. */
export function standingFaces(week: number): Face[] {
  const random = randomFrom(week * 7919);
  const blocks: Block[] = [];
  const storeys = Math.round(buildingHeight(week) / 3.6);
  for (let storey = 0; storey < storeys; storey++) {
    const done = week >= 8 && storey < week - 6;
    const z = storey * 3.6;
    for (let bay = 0; bay < 10; bay++) {
      const colour: Colour = done ? [132, 150, 164] : [150, 146, 138];
      blocks.push({
        x: -30 + bay * 6 + 0.4,
        y: -19.6,
        z,
        width: 5.2,
        depth: 39.2,
        height: 3.1,
        colour,
      });
    }
    blocks.push({
      x: -30,
      y: -20,
      z: z + 3.1,
      width: 60,
      depth: 40,
      height: 0.5,
      colour: [196, 194, 188],
    });
  }
  if (week >= 3 && week <= 9) {
    blocks.push({ x: 36, y: 4, z: 0, width: 2, depth: 2, height: 38, colour: [214, 168, 40] });
    blocks.push({
      x: 36 - 34 * random(),
      y: 4.5,
      z: 36.5,
      width: 44,
      depth: 1.2,
      height: 1.2,
      colour: [222, 176, 44],
    });
  }
  for (let cabin = 0; cabin < 4; cabin++) {
    blocks.push({
      x: -64,
      y: 22 + cabin * 8,
      z: 0,
      width: 12,
      depth: 5,
      height: 2.8,
      colour: [226, 228, 230],
    });
  }
  for (let heap = 0; heap < 7; heap++) {
    const size = 3 + random() * 5;
    blocks.push({
      x: 44 + random() * 18,
      y: -50 + random() * 90,
      z: 0,
      width: size,
      depth: size,
      height: size * 0.4,
      colour: [156, 130, 96],
    });
  }
  for (let vehicle = 0; vehicle < 12; vehicle++) {
    const colours: Colour[] = [
      [230, 180, 30],
      [200, 60, 50],
      [240, 240, 240],
      [60, 90, 140],
    ];
    const colour = colours[Math.floor(random() * colours.length)] ?? [200, 200, 200];
    blocks.push({
      x: -60 + random() * 116,
      y: -54 + random() * 26,
      z: 0,
      width: 5,
      depth: 2.2,
      height: 1.9,
      colour,
    });
  }
  for (let tree = 0; tree < 60; tree++) {
    const place = randomFrom(tree + 17);
    const [x, y] = [-180 + place() * 360, 75 + place() * 120];
    blocks.push({
      x,
      y,
      z: 0,
      width: 4 + place() * 4,
      depth: 4 + place() * 4,
      height: 5 + place() * 5,
      colour: [70, 96, 56],
    });
  }
  return blocks.flatMap(blockFaces);
}
