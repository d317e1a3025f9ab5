import { deckLevel } from './stories.ts';
import { areClose, footprintOfArea, footprintsOf, moved } from './footprints.ts';
import { FreeGround } from './free-ground.ts';
import { heap } from './heaps.ts';
import { type Area, BAR, GATE, LOT, PARKING, WING, YARD } from './layout.ts';
import { car } from './cars.ts';
import { excavator, loader, mobileCrane, roller } from './machines.ts';
import { type Frame, Mesh } from './mesh.ts';
import { EARTH, GRAVEL, KIND, paint, SAND, RUST, TIMBER, WHITE } from './paints.ts';
import { worker } from './people.ts';
import { between, randomOf, type Random } from '../../flight/random.ts';
import type { Stage } from './schedule.ts';
import { bundle, cabin, container, fence, skip, toilets } from './stores.ts';
import { heightAt } from './terrain.ts';
import { concretePump, dumpTruck, flatbed, mixer } from './trucks.ts';

export function works(mesh: Mesh, stage: Stage) {
  yard(mesh, stage);
  placedMachines(mesh, stage);
  const ground = new FreeGround(mesh, stage, keptFree(stage));
  machines(stage, ground);
  stores(stage, ground);
  people(mesh, stage, ground);
}

/** Keeps objects off buildings, the banks of their pits, the driveway and the yard. */
function keptFree({ building, parking }: Stage) {
  const bank = (pit: number) => (pit > 0 ? 1.8 + pit * 1.1 : 1.9);
  return [
    footprintOfArea('building', inner(BAR, -bank(building.pit))),
    footprintOfArea('wing', inner(WING, -bank(building.pit))),
    footprintOfArea('parking', inner(PARKING, -bank(parking.pit))),
    footprintOfArea('way', { west: GATE.x - 3, south: LOT.south, east: GATE.x + 3, north: 34 }),
    footprintOfArea('yard', YARD),
  ];
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

function stores(stage: Stage, ground: FreeGround) {
  if (stage.paving >= 1) return;
  const random = randomOf('stores', stage.week);
  const heaps = Math.max(1, 7 - Math.floor(stage.week * 0.6));
  for (let n = 0; n < heaps; n++) {
    const radius = between(random, 2.2, stage.week < 4 ? 6 : 3.6);
    const color = n % 3 === 2 ? GRAVEL : n % 5 === 4 ? SAND : EARTH;
    ground.put(random, { gap: 1.2 }, (to) => heap(to, [[0, 0, 0], radius], color, random));
  }
  const bundles = stage.week < 3 ? 8 : 34;
  const turn = () => Math.floor(random() * 4) * (Math.PI / 2) + between(random, -0.12, 0.12);
  for (let n = 0; n < bundles; n++)
    ground.put(random, { turn, gap: 0.8 }, (to, at) => bundle(to, at, random));
}

function machines(stage: Stage, ground: FreeGround) {
  const { week } = stage;
  if (week >= 10) return;
  const random = randomOf('machines', week);
  const diggers = week <= 3 ? 4 : week === 9 ? 1 : 2;
  for (let n = 0; n < diggers; n++)
    ground.put(random, { gap: 1 }, (to, at) => excavator(to, at, random));
  for (let n = 0; n < 3; n++) ground.put(random, { gap: 1 }, (to, at) => loader(to, at, random));
}

/** The concrete pump and its mixer are parked next to the driveway. */
const PUMPING = { x: GATE.x + 2.5, away: 10.6 } as const;

function placedMachines(mesh: Mesh, stage: Stage) {
  const { week } = stage;
  if (week >= 10) return;
  const random = randomOf('placed machines', week);
  if (week <= 2) {
    excavator(mesh, frame(stage, -20 + week * 6, -24, 0.4), random);
    dumpTruck(mesh, frame(stage, -8 + week * 5, -43, 0.1), WHITE, true);
  }
  const isPumping = week >= 4 && week <= 7;
  const y = isPumping ? -4 - week * 2 : between(random, -40, 6);
  const lane = GATE.x + between(random, 0.4, 1.2);
  const blue = paint([60, 110, 170]);
  const upwards = Math.PI / 2;
  if (week <= 3)
    dumpTruck(mesh, frame(stage, lane, y, upwards), paint([176, 54, 40]), random() < 0.5);
  if (week === 8) mixer(mesh, frame(stage, lane, y, upwards), blue);
  if (isPumping) {
    concretePump(mesh, frame(stage, PUMPING.x, y, upwards), 30);
    mixer(mesh, frame(stage, PUMPING.x, y - PUMPING.away, -upwards), blue);
  }
  flatbed(
    mesh,
    frame(stage, 0, 30, between(random, 2.9, 3.3)),
    paint([40, 80, 140]),
    week < 7 ? RUST : TIMBER,
  );
  if (stage.hasMobileCrane) mobileCrane(mesh, frame(stage, -6, 4, 0.3), random);
  if (week === 9) roller(mesh, frame(stage, 4, 18, 0.1));
}

const inner = ({ west, south, east, north }: Area, by: number): Area => ({
  west: west + by,
  south: south + by,
  east: east - by,
  north: north - by,
});

function people(mesh: Mesh, stage: Stage, ground: FreeGround) {
  const random = randomOf('people', stage.week);
  const add = (count: number, area: Area) => {
    for (let n = 0; n < count; n++)
      ground.put(random, { area, gap: 0.4 }, (to) => worker(to, [0, 0, 0], random));
  };
  add(stage.week >= 10 ? 6 : 34, LOT);
  if (stage.building.pit > 1) add(12, inner(BAR, 2));
  if (stage.building.slab && stage.week < 10) crew(mesh, stage, random);
}

/** Puts workers on free spots of the top deck or the formwork above it. */
function crew(mesh: Mesh, { building: { decks, formwork } }: Stage, random: Random) {
  const taken = footprintsOf(mesh).filter(({ low }) => low > 1);
  const level = formwork ? deckLevel(decks + 1) - 0.28 : deckLevel(decks) + 0.04;
  for (let n = 0; n < 16; n++) {
    const drawn = new Mesh();
    worker(drawn, [0, 0, 0], random);
    const x = between(random, BAR.west + 14, BAR.east - 14);
    const y = between(random, BAR.south + 2, BAR.north - 2);
    const at: Frame = { x, y, z: level, yaw: 0 };
    const own = footprintsOf(drawn).map((footprint) => moved(footprint, at));
    if (own.some((one) => taken.some((other) => areClose(one, other, 0.2)))) continue;
    taken.push(...own);
    mesh.add(drawn, at);
  }
}
