import { deckLevel } from './storeys.ts';
import { BAR, distanceFrom, GATE, LOT, PARKING, WING, YARD } from './layout.ts';
import { car } from './cars.ts';
import { excavator, loader, mobileCrane, roller } from './machines.ts';
import type { Frame, Mesh } from './mesh.ts';
import { EARTH, GRAVEL, KIND, paint, SAND, RUST, TIMBER, WHITE } from './paints.ts';
import { worker } from './people.ts';
import { between, randomOf, type Random } from './random.ts';
import type { Stage } from './schedule.ts';
import { bundle, cabin, container, fence, heap, skip, toilets } from './stores.ts';
import { heightAt } from './terrain.ts';
import { concretePump, dumpTruck, flatbed, mixer } from './trucks.ts';

/** Everything that comes and goes on the site: machines, stores, cabins, cars and people. */
export function works(mesh: Mesh, stage: Stage) {
  yard(mesh, stage);
  const ground = new Ground();
  machines(mesh, stage, ground);
  stores(mesh, stage, ground);
  people(mesh, stage, ground);
}

const frame = (stage: Stage, x: number, y: number, yaw = 0): Frame => ({
  x,
  y,
  z: heightAt(stage, x, y),
  yaw,
});

function yard(mesh: Mesh, stage: Stage) {
  if (!stage.hasCabins) return;
  const random = randomOf('yard');
  for (let n = 0; n < 3; n++) cabin(mesh, frame(stage, YARD.west + 2, YARD.north - 5 - n * 5.4));
  cabin(mesh, { ...frame(stage, YARD.west + 2, YARD.north - 5), z: 2.9 });
  for (let n = 0; n < 5; n++)
    container(mesh, frame(stage, YARD.west + 17 + n * 3.1, YARD.north - 8, Math.PI / 2), random);
  toilets(mesh, frame(stage, YARD.west + 33, YARD.north - 4), 5);
  skip(mesh, frame(stage, YARD.west + 16, YARD.south + 3), random);
  const cloth = paint([58, 92, 72], KIND.grille);
  fence(
    mesh,
    [
      [GATE.x - 5, LOT.south],
      [LOT.west, LOT.south],
      [LOT.west, LOT.north],
      [LOT.east, LOT.north],
      [LOT.east, LOT.south],
      [GATE.x + 5, LOT.south],
    ],
    undefined,
  );
  fence(
    mesh,
    [
      [GATE.x - 5, LOT.south - 0.1],
      [LOT.west, LOT.south - 0.1],
    ],
    cloth,
  );
  const lot = randomOf('crew cars', stage.week);
  for (let n = 0; n < 11; n++)
    if (lot() < 0.85)
      car(
        mesh,
        frame(
          stage,
          YARD.west + 18 + n * 2.8,
          YARD.south + 10,
          Math.PI / 2 + between(lot, -0.06, 0.06),
        ),
        lot,
      );
}

/** Hands out free places on the open ground: off the buildings, the gate's way and what stands there already. */
class Ground {
  private readonly taken: [number, number, number][] = [
    [4, 30, 9],
    [-5, -4, 6],
    [-20, 40, 6],
  ];

  place(random: Random, room: number): [number, number] {
    for (let attempt = 0; attempt < 400; attempt++) {
      const x = between(random, LOT.west + room, LOT.east - room);
      const y = between(random, LOT.south + 3, LOT.north - room);
      const away = Math.min(
        distanceFrom(BAR, x, y),
        distanceFrom(WING, x, y),
        distanceFrom(PARKING, x, y),
        distanceFrom(YARD, x, y),
      );
      const isFree = this.taken.every(([u, v, other]) => Math.hypot(x - u, y - v) > room + other);
      if (away <= room || Math.abs(x - GATE.x) <= room + 1 || !isFree) continue;
      this.taken.push([x, y, room]);
      return [x, y];
    }
    return [LOT.east - 3, LOT.north - 3];
  }
}

function stores(mesh: Mesh, stage: Stage, ground: Ground) {
  if (stage.paving >= 1) return;
  const random = randomOf('stores', stage.week);
  const heaps = Math.max(1, 7 - Math.floor(stage.week * 0.6));
  for (let n = 0; n < heaps; n++) {
    const [x, y] = ground.place(random, 5);
    heap(
      mesh,
      [[x, y, heightAt(stage, x, y)], between(random, 2.2, stage.week < 4 ? 6 : 3.6)],
      n % 3 === 2 ? GRAVEL : n % 5 === 4 ? SAND : EARTH,
      random,
    );
  }
  const bundles = stage.week < 3 ? 8 : 34;
  for (let n = 0; n < bundles; n++) {
    const [x, y] = ground.place(random, 3);
    bundle(
      mesh,
      frame(stage, x, y, (n % 2) * (Math.PI / 2) + between(random, -0.15, 0.15)),
      random,
    );
  }
}

function machines(mesh: Mesh, stage: Stage, ground: Ground) {
  const { week } = stage;
  if (week >= 10) return;
  const random = randomOf('machines', week);
  const anywhere = () => frame(stage, ...ground.place(random, 4.5), between(random, 0, 6.3));
  const diggers = week <= 3 ? 4 : week === 9 ? 1 : 2;
  if (week <= 2) {
    excavator(mesh, frame(stage, -20 + week * 6, -24, 0.4), random);
    dumpTruck(mesh, frame(stage, -8 + week * 5, -42, 0.15), WHITE, true);
  }
  for (let n = 0; n < diggers; n++) excavator(mesh, anywhere(), random);
  for (let n = 0; n < 3; n++) loader(mesh, anywhere(), random);
  const truck = frame(
    stage,
    GATE.x + between(random, -1, 1),
    between(random, -44, 10),
    Math.PI / 2,
  );
  if (week <= 3) dumpTruck(mesh, truck, paint([176, 54, 40]), random() < 0.5);
  else if (week <= 8) mixer(mesh, truck, paint([60, 110, 170]));
  flatbed(
    mesh,
    frame(stage, 0, 30, between(random, 2.7, 3.4)),
    paint([40, 80, 140]),
    week < 7 ? RUST : TIMBER,
  );
  if (week >= 4 && week <= 7)
    concretePump(mesh, frame(stage, 17, -4 - week * 2, Math.PI * 0.97), 30);
  if (stage.hasMobileCrane) mobileCrane(mesh, frame(stage, -6, 4, 0.3), random);
  if (week === 9) roller(mesh, frame(stage, 4, 18, 0.1));
}

function people(mesh: Mesh, stage: Stage, ground: Ground) {
  const random = randomOf('people', stage.week);
  const outside = stage.week >= 10 ? 6 : 34;
  for (let n = 0; n < outside; n++) {
    const [x, y] = ground.place(random, 0.8);
    worker(mesh, [x, y, heightAt(stage, x, y)], random);
  }
  const { decks, formwork } = stage.building;
  const level = formwork ? deckLevel(decks + 1) - 0.1 : deckLevel(decks);
  if (stage.building.slab && stage.week < 10) {
    for (let n = 0; n < 16; n++)
      worker(
        mesh,
        [
          between(random, BAR.west + 14, BAR.east - 14),
          between(random, BAR.south + 2, BAR.north - 2),
          level,
        ],
        random,
      );
  }
  if (stage.building.pit > 1) {
    for (let n = 0; n < 12; n++)
      worker(
        mesh,
        [
          between(random, BAR.west + 3, BAR.east - 3),
          between(random, BAR.south + 2, BAR.north - 2),
          -stage.building.pit,
        ],
        random,
      );
  }
}
