import { car } from './cars.ts';
import type { Area } from './layout.ts';
import { type Mesh, ORIGIN } from './mesh.ts';
import {
  CONCRETE,
  GALVANISED,
  GLASS,
  KIND,
  MEMBRANE,
  paint,
  type Paint,
  ROAD_WHITE,
  shade,
  WHITE,
} from './paints.ts';
import { between, randomOf } from '../../flight/random.ts';
import { block, type Brush, sheet } from './shapes.ts';
import { trailer } from './trucks.ts';

/** Neighbors' paved lots. */
export const PAVED: readonly Area[] = [
  { west: 76, south: -52, east: 196, north: 74 },
  { west: -72, south: -152, east: 10, north: -82 },
  { west: 22, south: -158, east: 170, north: -82 },
  { west: -196, south: -150, east: -98, north: -82 },
];

/** A warehouse next to the site, and a row of shops and another warehouse across the road. */
export function sheds(mesh: Mesh) {
  const brush: Brush = { mesh, at: ORIGIN };
  shed(
    brush,
    { west: 92, south: -20, east: 166, north: 58 },
    9,
    paint([206, 204, 196], KIND.ribbed),
  );
  docks(mesh, { west: 94, east: 164, y: -20 }, 'first');
  shed(
    brush,
    { west: -66, south: -146, east: 4, north: -124 },
    6,
    paint([190, 158, 124], KIND.brick),
  );
  shops(brush);
  shed(
    brush,
    { west: 46, south: -152, east: 160, north: -112 },
    10,
    paint([172, 180, 186], KIND.ribbed),
  );
  shed(
    brush,
    { west: -190, south: -142, east: -140, north: -100 },
    7,
    paint([198, 190, 176], KIND.ribbed),
  );
  bays(mesh, { x: -62, y: -116, count: 22, yaw: 0 }, 'shops north');
  bays(mesh, { x: -62, y: -100, count: 22, yaw: 0 }, 'shops south');
  bays(mesh, { x: 48, y: -104, count: 34, yaw: 0 }, 'second');
  bays(mesh, { x: 80, y: 62, count: 30, yaw: 0 }, 'first back');
  bays(mesh, { x: -134, y: -112, count: 11, yaw: 0 }, 'third');
  for (let n = 0; n < 4; n++)
    trailer(
      mesh,
      { x: 86 + (n % 2), y: -47 + n * 4.2, z: 0, yaw: n === 2 ? Math.PI : 0.02 },
      n % 2 ? WHITE : shade(WHITE, 0.85),
      false,
    );
}

function shed(brush: Brush, area: Area, high: number, skin: Paint) {
  const { west, south, east, north } = area;
  const random = randomOf(`shed ${west}`);
  const [w, d] = [east - west, north - south];
  block(brush, [west, south, 0], [w, d, high], skin);
  block(brush, [west - 0.2, south - 0.2, high], [w + 0.4, d + 0.4, 0.7], shade(skin, 0.8));
  sheet(
    brush,
    [west + 0.2, south + 0.2, high + 0.72],
    [w - 0.4, d - 0.4],
    shade(MEMBRANE, between(random, 0.82, 1)),
  );
  for (let n = 0; n < (w * d) / 260; n++) {
    const at = [
      between(random, west + 3, east - 5),
      between(random, south + 3, north - 5),
      high + 0.72,
    ] as const;
    if (random() < 0.4)
      block(brush, at, [2.8, 1.9, 1.4], shade(GALVANISED, between(random, 0.8, 1.1)));
    else block(brush, at, [2.4, 1.2, 0.25], shade(GLASS, 3.2));
  }
}

function docks(
  mesh: Mesh,
  { west, east, y }: { west: number; east: number; y: number },
  name: string,
) {
  const brush: Brush = { mesh, at: ORIGIN };
  const random = randomOf(`docks ${name}`);
  for (let x = west + 4; x < east - 4; x += 5.6) {
    block(brush, [x - 1.5, y - 0.15, 1.2], [3, 0.2, 3.2], paint([120, 124, 126]));
    if (random() < 0.55)
      trailer(
        mesh,
        { x, y: y - 7.2, z: 0, yaw: Math.PI / 2 },
        shade(WHITE, between(random, 0.75, 1)),
        random() < 0.2,
      );
  }
}

function shops(brush: Brush) {
  for (let n = 0; n < 9; n++) {
    const x = -64 + n * 7.4;
    block(brush, [x, -124.1, 0.4], [6.2, 0.2, 2.7], GLASS);
    block(
      brush,
      [x, -122.6, 3.3],
      [6.2, 0.1, 0.7],
      paint(
        [
          [160, 44, 40],
          [40, 84, 120],
          [70, 110, 76],
        ][n % 3] as [number, number, number],
      ),
    );
    block(brush, [x, -124, 3.2], [6.2, 1.6, 0.15], CONCRETE);
  }
}

type Row = { x: number; y: number; count: number; yaw: number };

function bays(mesh: Mesh, { x, y, count }: Row, name: string) {
  const brush: Brush = { mesh, at: ORIGIN };
  const random = randomOf(`bays ${name}`);
  for (let n = 0; n <= count; n++) {
    sheet(brush, [x + n * 2.75, y, 0.03], [0.11, 5.2], ROAD_WHITE);
    if (n < count && random() < 0.5) {
      car(
        mesh,
        {
          x: x + n * 2.75 + 1.38,
          y: y + 2.6 + between(random, -0.3, 0.3),
          z: 0,
          yaw: (random() < 0.7 ? 1 : -1) * (Math.PI / 2),
        },
        random,
      );
    }
  }
}
