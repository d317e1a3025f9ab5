import { house } from './houses.ts';
import { type Area, contains, LOT } from './layout.ts';
import { Mesh } from './mesh.ts';
import { between, randomOf } from '../../flight/random.ts';
import { PAVED, sheds } from './sheds.ts';
import { STREETS, streets } from './streets.ts';

const REACH = 520;
const PLOT = 22;
const SETBACK = 17;

const KEPT_FREE: readonly Area[] = [
  LOT,
  ...PAVED,
  { west: -600, south: -92, east: 600, north: -50 },
  { west: -600, south: -82, east: -96, north: -50 },
];

/** The surroundings, which are the same every week: streets, flat buildings and houses. */
export function neighborhood(): Mesh {
  const mesh = new Mesh();
  streets(mesh);
  sheds(mesh);
  for (const plot of HOUSES) house(mesh, plot, randomOf('house', plot.x * 31 + plot.y * 7));
  return mesh;
}

type Plot = { x: number; y: number; z: number; yaw: number };

export const isInHouse = (x: number, y: number): boolean =>
  HOUSES.some((at) => {
    const back = at.yaw === 0 ? y - at.y : at.y - y;
    return Math.abs(x - at.x) < 9.5 && back > -5 && back < 12;
  });

function plots(): Plot[] {
  const random = randomOf('plots');
  return STREETS.east.flatMap((street) =>
    [1, -1].flatMap((side) => {
      const row: Plot[] = [];
      for (let x = -REACH; x < REACH; x += PLOT) {
        const at = {
          x: x + between(random, -1, 1),
          y: street + side * (SETBACK + between(random, -1, 1.5)),
        };
        const isCorner = STREETS.north.some((north) => Math.abs(north - at.x) < 17);
        const isTaken = KEPT_FREE.some(
          (area) => contains(area, at.x, at.y + side * 14, 13) || contains(area, at.x, at.y, 6),
        );
        if (isCorner || isTaken || random() < 0.06) continue;
        row.push({ ...at, z: 0, yaw: side > 0 ? 0 : Math.PI });
      }
      return row;
    }),
  );
}

const HOUSES = plots();
