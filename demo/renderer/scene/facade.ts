import { deckLevel } from './stories.ts';
import { GLASS, KIND, paint, type Paint, shade, WHITE } from './paints.ts';
import { between, randomOf } from '../../flight/random.ts';
import type { Stage } from './schedule.ts';
import { block, type Brush } from './shapes.ts';
import { frameOf, lengthOf, WALLS, type Wall } from './walls.ts';

const BRICK = paint([146, 98, 82], KIND.brick);
const PANEL = paint([214, 208, 196], KIND.brick);
const DARK = paint([62, 66, 70], KIND.brick);
const FRAME = paint([48, 50, 54]);
const SHEATHING = paint([186, 190, 150]);
const BAY = 3.3;

export function facade(brush: Brush, { building }: Stage) {
  const parts = WALLS.flatMap((wall) => [0, 1, 2, 3].map((story) => ({ wall, story })));
  const order = parts.toSorted((a, b) => rank(a) - rank(b));
  const done = Math.round(order.length * building.facade);
  const sheathed = building.facade > 0 ? Math.min(order.length, done + 5) : 0;
  order.slice(0, sheathed).forEach(({ wall, story }, index) => {
    if (story >= building.decks) return;
    storyWall({ mesh: brush.mesh, at: frameOf(wall) }, wall, story, index < done);
  });
}

const rank = ({ wall, story }: { wall: Wall; story: number }) => WALLS.indexOf(wall) + story * 1.6;

function storyWall(brush: Brush, wall: Wall, story: number, isClad: boolean) {
  const [low, high] = [deckLevel(story), deckLevel(story + 1)];
  const length = lengthOf(wall);
  const bays = Math.max(1, Math.round(length / BAY));
  const width = length / bays;
  const random = randomOf(`bays ${wall.from.join()}`, story);
  for (let bay = 0; bay < bays; bay++) {
    const skin = isClad ? skinOf(story, bay, bays) : SHEATHING;
    windowBay(brush, { left: bay * width, width, low, high, story }, skin, isClad);
    if (isClad && story > 0 && bay % 4 === 1) balcony(brush, bay * width + 0.3, width - 0.6, low);
    if (isClad && story > 0 && random() < 0.35)
      blind(brush, { left: bay * width, width, high, drop: between(random, 0.3, 1.4) });
  }
  if (isClad)
    block(
      brush,
      [-0.12, -0.34, high - 0.3],
      [length + 0.24, 0.2, 0.3],
      story === 3 ? DARK : shade(PANEL, 0.94),
    );
}

function skinOf(story: number, bay: number, bays: number): Paint {
  if (story === 0) return DARK;
  const isAccent = bay % 8 === 3 || bay === 0 || bay === bays - 1;
  return story === 3 ? PANEL : isAccent ? PANEL : BRICK;
}

type Bay = { left: number; width: number; low: number; high: number; story: number };

function windowBay(
  brush: Brush,
  { left, width, low, high, story }: Bay,
  skin: Paint,
  isClad: boolean,
) {
  const [pier, sill, head] = story === 0 ? [0.35, 0.35, 0.8] : [0.72, 0.75, 0.75];
  const out = -0.22;
  block(brush, [left, out, low], [pier, 0.24, high - low], skin);
  block(brush, [left + width - pier, out, low], [pier, 0.24, high - low], skin);
  block(brush, [left + pier, out, low], [width - 2 * pier, 0.24, sill], skin);
  block(brush, [left + pier, out, high - head], [width - 2 * pier, 0.24, head], skin);
  if (!isClad) return;
  const opening = [left + pier, -0.08, low + sill] as const;
  const size = [width - 2 * pier, 0.04, high - head - low - sill] as const;
  block(brush, opening, size, GLASS);
  block(brush, [opening[0] + size[0] / 2 - 0.04, -0.13, opening[2]], [0.08, 0.08, size[2]], FRAME);
  block(brush, [opening[0], -0.13, opening[2] + size[2] * 0.66], [size[0], 0.07, 0.07], FRAME);
  block(brush, [opening[0] - 0.05, -0.27, opening[2] - 0.07], [size[0] + 0.1, 0.2, 0.07], WHITE);
}

type Blind = { left: number; width: number; high: number; drop: number };

function blind(brush: Brush, { left, width, high, drop }: Blind) {
  block(
    brush,
    [left + 0.74, -0.07, high - 0.75 - drop],
    [width - 1.48, 0.02, drop],
    paint([206, 200, 186]),
  );
}

function balcony(brush: Brush, left: number, width: number, low: number) {
  block(brush, [left, -1.6, low - 0.2], [width, 1.4, 0.2], WHITE);
  block(brush, [left, -1.6, low], [width, 0.05, 1.05], shade(GLASS, 1.6));
  for (const x of [left, left + width - 0.05])
    block(brush, [x, -1.6, low], [0.05, 1.4, 1.05], FRAME);
  block(brush, [left, -1.62, low + 1.03], [width, 0.08, 0.06], FRAME);
}
