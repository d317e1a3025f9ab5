import { BAR, WING, type Area } from './layout.ts';
import { type Frame, ORIGIN, type Mesh } from './mesh.ts';
import { CONCRETE, FRESH_CONCRETE, RUST, paint, KIND } from './paints.ts';
import type { Stage } from './schedule.ts';
import { bar, block, type Brush, standing } from './shapes.ts';
import { deckWorks } from './formwork.ts';
import { facade } from './facade.ts';
import { roof } from './roof.ts';
import { scaffold } from './scaffold.ts';
import { deckLevel, STORIES } from './stories.ts';

const SLAB = 0.3;
const INSIDE = paint([104, 100, 96], KIND.concrete);

const WINGS: readonly Area[] = [BAR, WING];

export function building(mesh: Mesh, stage: Stage) {
  const brush: Brush = { mesh, at: ORIGIN };
  const { building: state } = stage;
  if (state.footings > 0) footings(brush, state.footings, state.pit);
  if (!state.slab) return;
  for (const area of WINGS) {
    floor(brush, area, 0);
    for (let story = 0; story < state.decks; story++) {
      columns(brush, area, story);
      floor(brush, area, story + 1);
    }
    if (state.columns) columns(brush, area, state.decks);
    if (state.columns) starters(brush, area, state.decks);
    if (state.formwork)
      deckWorks(brush, area, {
        level: deckLevel(state.decks),
        rise: STORIES[state.decks] ?? 3.8,
        week: stage.week,
      });
  }
  cores(brush, state.decks, state.columns);
  facade(brush, stage);
  scaffold(brush, stage);
  roof(brush, stage);
}

function gridOf({ west, south, east, north }: Area) {
  const along = (from: number, to: number) => {
    const bays = Math.round((to - from) / 6.6);
    const inset = 0.45;
    return Array.from(
      { length: bays + 1 },
      (_, n) => from + inset + ((to - from - 2 * inset) * n) / bays,
    );
  };
  return { xs: along(west, east), ys: along(south, north) };
}

function floor(brush: Brush, { west, south, east, north }: Area, number: number) {
  const top = deckLevel(number);
  const thick = number === 0 ? 0.5 : SLAB;
  const tone = number === 0 ? FRESH_CONCRETE : CONCRETE;
  brush.mesh.thing('slab', () =>
    block(brush, [west, south, top - thick], [east - west, north - south, thick], tone),
  );
}

function columns(brush: Brush, area: Area, story: number) {
  const { xs, ys } = gridOf(area);
  const [low, rise] = [deckLevel(story), STORIES[story] ?? 3.8];
  for (const x of xs)
    for (const y of ys) standing(brush, [x, y, low], [0.5, 0.5, rise - SLAB], CONCRETE);
  const middle = (area.south + area.north) / 2;
  for (let n = 0; n + 1 < xs.length; n += 2) {
    block(brush, [(xs[n] ?? 0) + 0.4, middle - 0.1, low], [4.4, 0.2, rise - SLAB], INSIDE);
  }
}

/** Rebar that sticks out of the columns for the next story. */
function starters(brush: Brush, area: Area, story: number) {
  const { xs, ys } = gridOf(area);
  const low = deckLevel(story) + (STORIES[story] ?? 3.8) - SLAB;
  for (const x of xs) {
    for (const y of ys) {
      for (const [u, v] of [
        [-0.18, -0.18],
        [0.18, -0.18],
        [0.18, 0.18],
        [-0.18, 0.18],
      ] as const) {
        bar(
          brush,
          [
            [x + u, y + v, low],
            [x + u, y + v, low + 1.3],
          ],
          0.045,
          RUST,
        );
      }
    }
  }
}

/** Concrete shafts for stairs and elevators, half a story ahead of the decks. */
function cores(brush: Brush, decks: number, isRising: boolean) {
  const high = deckLevel(Math.min(4, decks + (isRising ? 1 : 0))) + (decks >= 4 ? 3.2 : 1.2);
  const shafts: readonly Frame[] = [
    { x: -36, y: -19, z: 0, yaw: 0 },
    { x: 4, y: -21, z: 0, yaw: 0 },
  ];
  for (const at of shafts) {
    const core: Brush = { mesh: brush.mesh, at };
    brush.mesh.thing('core', () => {
      block(core, [-3.2, -3, 0], [6.4, 0.25, high], CONCRETE);
      block(core, [-3.2, 2.75, 0], [6.4, 0.25, high], CONCRETE);
      for (const x of [-3.2, -0.12, 2.95]) block(core, [x, -3, 0], [0.25, 6, high], CONCRETE);
      if (decks >= 4) block(core, [-3.3, -3.1, high], [6.6, 6.2, 0.25], CONCRETE);
    });
  }
}

function footings(brush: Brush, share: number, pit: number) {
  const places = WINGS.flatMap((area) => {
    const { xs, ys } = gridOf(area);
    return xs.flatMap((x) => ys.map((y) => [x, y] as const));
  });
  for (const [x, y] of places.slice(0, Math.ceil(places.length * share))) {
    brush.mesh.thing('footing', () => {
      standing(brush, [x, y, -pit], [2.4, 2.4, 0.6], FRESH_CONCRETE);
      standing(brush, [x, y, -pit + 0.6], [0.6, 0.6, 0.5], CONCRETE);
    });
    for (const [u, v] of [
      [-0.2, -0.2],
      [0.2, -0.2],
      [0.2, 0.2],
      [-0.2, 0.2],
    ] as const) {
      bar(
        brush,
        [
          [x + u, y + v, -pit + 0.6],
          [x + u, y + v, -pit + 2.2],
        ],
        0.045,
        RUST,
      );
    }
  }
  if (share < 1) return;
  for (const { west, south, east, north } of WINGS) {
    for (const y of [south, north])
      block(brush, [west, y - 0.15, -pit], [east - west, 0.3, pit - 0.4], CONCRETE);
    for (const x of [west, east])
      block(brush, [x - 0.15, south, -pit], [0.3, north - south, pit - 0.4], CONCRETE);
  }
}
