import { car } from './cars.ts';
import { deckWorks, edgeRails } from './formwork.ts';
import { PARKING } from './layout.ts';
import { type Mesh, ORIGIN } from './mesh.ts';
import { CONCRETE, FRESH_CONCRETE, KIND, paint, ROAD_WHITE, RUST, shade, STEEL } from './paints.ts';
import { between, randomOf } from '../../flight/random.ts';
import type { Stage } from './schedule.ts';
import { bar, block, type Brush, post, sheet, standing } from './shapes.ts';

const RISE = 3.2;
const WIDTH = PARKING.east - PARKING.west;
const DEPTH = PARKING.north - PARKING.south;
const SCREEN = paint([186, 158, 120], KIND.grille);

const levelOf = (deck: number) => 0.12 + deck * RISE;

/** The parking garage: concrete decks with a ramp, parapets, and marked stalls on the roof. */
export function parking(mesh: Mesh, stage: Stage) {
  const brush: Brush = { mesh, at: ORIGIN };
  const { parking: state, week } = stage;
  if (state.footings > 0) footings(brush, state.footings, state.pit);
  if (!state.slab) return;
  for (let deck = 0; deck <= state.decks; deck++) {
    mesh.thing('slab', () =>
      block(
        brush,
        [PARKING.west, PARKING.south, levelOf(deck) - 0.28],
        [WIDTH, DEPTH, 0.28],
        deck ? CONCRETE : FRESH_CONCRETE,
      ),
    );
    if (deck < state.decks || state.columns) columns(brush, deck);
    if (deck > 0 && deck < state.decks + 1 && state.facade === 0)
      edgeRails(brush, PARKING, levelOf(deck));
  }
  if (state.formwork) deckWorks(brush, PARKING, { level: levelOf(state.decks), rise: RISE, week });
  if (state.facade > 0) parapets(brush, state.facade, state.decks);
  if (state.decks > 1) stairTower(brush, state.decks);
  if (state.marked) roofDeck(mesh, state.decks);
}

function columns(brush: Brush, deck: number) {
  for (let x = PARKING.west + 0.5; x <= PARKING.east; x += (WIDTH - 1) / 4) {
    for (let y = PARKING.south + 0.5; y <= PARKING.north; y += (DEPTH - 1) / 8)
      standing(brush, [x, y, levelOf(deck)], [0.55, 0.55, RISE - 0.28], CONCRETE);
  }
  block(
    brush,
    [PARKING.west + 15, PARKING.south + 8, levelOf(deck)],
    [0.25, DEPTH - 16, RISE - 0.3],
    shade(CONCRETE, 0.7),
  );
}

function footings(brush: Brush, share: number, pit: number) {
  const rows = Math.round(9 * share);
  for (let row = 0; row < rows; row++) {
    for (let n = 0; n < 5; n++) {
      const [x, y] = [
        PARKING.west + 0.5 + (n * (WIDTH - 1)) / 4,
        PARKING.south + 0.5 + (row * (DEPTH - 1)) / 8,
      ];
      const foot = [x, y, -pit] as const;
      brush.mesh.thing('footing', () => standing(brush, foot, [2.2, 2.2, 0.5], FRESH_CONCRETE));
      for (const u of [-0.2, 0.2])
        for (const v of [-0.2, 0.2])
          bar(
            brush,
            [
              [x + u, y + v, -pit],
              [x + u, y + v, 0.7],
            ],
            0.05,
            RUST,
          );
    }
  }
}

function parapets(brush: Brush, share: number, decks: number) {
  const { west, south, east, north } = PARKING;
  for (let deck = 1; deck <= decks; deck++) {
    const z = levelOf(deck) - 0.5;
    block(brush, [west - 0.15, south - 0.15, z], [WIDTH + 0.3, 0.2, 1.6], CONCRETE);
    block(brush, [east - 0.05, south, z], [0.2, DEPTH, 1.6], CONCRETE);
    if (share < 0.5) continue;
    block(brush, [west - 0.15, north - 0.05, z], [WIDTH + 0.3, 0.2, 1.6], CONCRETE);
    block(brush, [west - 0.15, south, z], [0.2, DEPTH, 1.6], CONCRETE);
  }
  const panels = Math.round(10 * share);
  for (let n = 0; n < panels; n++) {
    if (n % 3 === 2) continue;
    block(brush, [west - 0.4, south + 1 + n * 5.4, 3], [0.12, 4.6, decks * RISE - 2.4], SCREEN);
    block(brush, [west + 1 + n * 3, south - 0.4, 3], [2.5, 0.12, decks * RISE - 2.4], SCREEN);
  }
}

function stairTower(brush: Brush, decks: number) {
  const high = levelOf(decks) + 3.4;
  const tower = [PARKING.west - 1, PARKING.north - 6, 0] as const;
  brush.mesh.thing('core', () => block(brush, tower, [4.6, 6.6, high], shade(CONCRETE, 1.1)));
  block(brush, [PARKING.west - 1.2, PARKING.north - 6.2, high], [5, 7, 0.25], STEEL);
}

function roofDeck(mesh: Mesh, decks: number) {
  const brush: Brush = { mesh, at: ORIGIN };
  const random = randomOf('roof cars');
  const z = levelOf(decks);
  for (const x of [PARKING.west + 0.4, PARKING.west + 13.6, PARKING.east - 5.6]) {
    for (let y = PARKING.south + 2; y < PARKING.north - 8; y += 2.65) {
      sheet(brush, [x, y, z + 0.02], [5, 0.12], ROAD_WHITE);
      if (random() < 0.32)
        car(mesh, { x: x + 2.5, y: y + 1.33, z, yaw: random() < 0.5 ? 0 : Math.PI }, random);
    }
  }
  for (const y of [-24, -6, 12]) {
    mesh.thing('lamp', () => {
      post(brush, [PARKING.west + 12.8, y, z], [0.12, 6], STEEL);
      block(brush, [PARKING.west + 11.8, y - 0.15, z + 6], [2, 0.3, 0.12], STEEL);
    });
  }
  sheet(brush, [PARKING.west + 8, between(random, -10, -8), z + 0.02], [0.3, 2.4], ROAD_WHITE);
}
