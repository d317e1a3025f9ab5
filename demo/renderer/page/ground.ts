import { COURT, GATE, LOT, MAIN_ROAD, PARKING, SIDE_ROAD, YARD } from '../scene/layout.ts';
import { between, randomOf } from '../../flight/random.ts';
import { PAVED } from '../scene/sheds.ts';
import { STREETS } from '../scene/streets.ts';
import type { Stage } from '../scene/schedule.ts';
import type { Painter } from './masks.ts';

const FAR = 2000;

export function paintGround(painter: Painter, stage: Stage) {
  paintStreets(painter);
  const works = { west: LOT.west, south: LOT.south, east: LOT.east, north: LOT.north };
  painter.area('cover', 'red', works);
  paintYard(painter, stage);
  if (stage.paving < 1) paintTracks(painter, stage);
  paintPaving(painter, stage);
}

function paintStreets(painter: Painter) {
  const half = MAIN_ROAD.width / 2;
  const main = { west: -FAR, south: MAIN_ROAD.y - half, east: FAR, north: MAIN_ROAD.y + half };
  painter.area('cover', 'blue', main);
  painter.area('slab', 'red', { ...main, south: main.north + 1.6, north: main.north + 3.2 });
  painter.area('slab', 'red', { ...main, south: main.south - 3, north: main.south - 1.4 });
  const side = SIDE_ROAD.width / 2;
  const street = { west: SIDE_ROAD.x - side, south: -FAR, east: SIDE_ROAD.x + side, north: FAR };
  painter.area('cover', 'blue', street);
  painter.clear('slab', { ...street, west: street.west - 1, east: street.east + 1 });
  for (const y of STREETS.east)
    painter.area('cover', 'blue', { west: -FAR, east: FAR, south: y - 4, north: y + 4 });
  for (const x of STREETS.north)
    painter.area('cover', 'blue', { west: x - 4, east: x + 4, south: -FAR, north: FAR });
  for (const lot of PAVED) painter.area('cover', 'blue', lot);
  for (const lane of [-5.4, -1.9, 1.9, 5.4]) {
    for (const wheel of [-0.8, 0.8]) {
      const y = MAIN_ROAD.y + lane + wheel;
      painter.line(
        'wear',
        'red',
        [
          [-FAR, y],
          [FAR, y],
        ],
        [0.6, 0.3],
      );
    }
  }
}

function paintYard(painter: Painter, stage: Stage) {
  painter.area('cover', 'green', { ...YARD, west: YARD.west + 1, north: YARD.north - 1 }, 0.8);
  const way = [
    [GATE.x, GATE.y - 12],
    [GATE.x, 30],
    [-20, 34],
    [-40, 34],
  ] as const;
  painter.line('cover', 'green', way, [8, 0.8]);
  const mud = Math.min(1, stage.traffic) * (1 - stage.paving);
  painter.line(
    'wear',
    'blue',
    [
      [GATE.x, GATE.y - 10],
      [GATE.x - 4, MAIN_ROAD.y + 3],
      [GATE.x - 60, MAIN_ROAD.y + 3.5],
    ],
    [5, 0.4 * mud],
  );
  painter.line(
    'wear',
    'blue',
    [
      [GATE.x, GATE.y - 10],
      [GATE.x + 4, MAIN_ROAD.y + 3],
      [GATE.x + 50, MAIN_ROAD.y + 3.5],
    ],
    [5, 0.3 * mud],
  );
  painter.area('cover', 'blue', {
    west: GATE.x - 5,
    east: GATE.x + 5.5,
    south: MAIN_ROAD.y,
    north: GATE.y,
  });
  const random = randomOf('damp', stage.week);
  for (let n = 0; n < 26; n++) {
    const at = [
      between(random, LOT.west, LOT.east),
      between(random, LOT.south, LOT.north),
    ] as const;
    painter.spot('wear', 'green', at, [between(random, 2, 9), between(random, 0.05, 0.4)]);
  }
}

function paintTracks(painter: Painter, stage: Stage) {
  const random = randomOf('tracks', stage.week);
  const count = Math.round(170 * stage.traffic);
  for (let n = 0; n < count; n++) {
    const isMain = random() < 0.45;
    let x = isMain ? GATE.x + between(random, -3, 3) : between(random, LOT.west + 6, LOT.east - 6);
    let y = isMain ? GATE.y : between(random, LOT.south + 4, LOT.north - 6);
    let yaw = isMain ? Math.PI / 2 : between(random, 0, 2 * Math.PI);
    let bend = 0;
    const [left, right]: [number, number][][] = [[], []];
    const gauge = between(random, 0.8, 1.15);
    const steps = Math.floor(between(random, 20, 90));
    for (let step = 0; step < steps; step++) {
      bend = bend * 0.93 + between(random, -0.028, 0.028);
      yaw += bend;
      x += Math.cos(yaw);
      y += Math.sin(yaw);
      if (x < LOT.west + 2 || x > LOT.east - 2 || y < LOT.south + 1 || y > LOT.north - 2) break;
      left?.push([x - Math.sin(yaw) * gauge, y + Math.cos(yaw) * gauge]);
      right?.push([x + Math.sin(yaw) * gauge, y - Math.cos(yaw) * gauge]);
    }
    const [width, depth] = [between(random, 0.3, 0.6), between(random, 0.1, 0.42)];
    for (const track of [left, right]) {
      if (!track || track.length < 3) continue;
      painter.line('wear', 'red', track, [width, depth]);
      painter.line('wear', 'green', track, [width * 0.8, depth * 0.3]);
    }
  }
}

function paintPaving(painter: Painter, stage: Stage) {
  if (stage.paving > 0) {
    painter.area('cover', 'green', { ...COURT, west: COURT.west - 1, east: 25 });
    painter.area('cover', 'green', { west: 13, south: -50, east: 25, north: -8 });
  }
  if (stage.paving < 1) return;
  painter.area('cover', 'blue', COURT);
  painter.area('cover', 'blue', { west: 14, south: -50, east: 24.5, north: 34 });
  painter.area('slab', 'red', { west: -50, south: -40, east: 14, north: -34 });
  painter.area('slab', 'red', { west: -26, south: -14, east: 13, north: -9 });
  painter.area('slab', 'red', {
    west: PARKING.west,
    south: -40,
    east: PARKING.east,
    north: PARKING.south,
  });
  for (const bed of BEDS) {
    painter.clear('cover', bed);
    painter.area('slab', 'green', bed, 0.9);
  }
  painter.clear('cover', { west: LOT.west, south: 36, east: LOT.east, north: LOT.north });
  painter.clear('cover', { west: LOT.west, south: LOT.south, east: -50, north: LOT.north });
  painter.clear('cover', { west: 59, south: LOT.south, east: LOT.east, north: LOT.north });
}

const BEDS = [
  { west: -21, south: 12, east: 13, north: 14 },
  { west: -50, south: -46, east: 12, north: -41 },
  { west: 26, south: -46, east: 58, north: -41 },
];
