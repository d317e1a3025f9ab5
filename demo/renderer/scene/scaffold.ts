import { deckLevel } from './stories.ts';
import { GALVANISED, KIND, paint, TIMBER } from './paints.ts';
import type { Stage } from './schedule.ts';
import { bar, type Brush } from './shapes.ts';
import { lengthOf, onWall, WALLS, type Wall } from './walls.ts';
import { ORIGIN } from './mesh.ts';

const NET = paint([74, 112, 84], KIND.grille);
const LIFT = 2;

export function scaffold(brush: Brush, { building, week }: Stage) {
  const count = Math.round(WALLS.length * building.scaffold);
  const from = week >= 9 ? WALLS.length - count : 0;
  const high = deckLevel(Math.min(4, building.decks)) + 1.4;
  const at: Brush = { mesh: brush.mesh, at: ORIGIN };
  WALLS.slice(from, from + count).forEach((wall, index) => {
    brush.mesh.thing('scaffold', () => scaffoldWall(at, wall, high));
    if (index % 3 === 1) netting(at, wall, high);
  });
}

function scaffoldWall(brush: Brush, wall: Wall, high: number) {
  const length = lengthOf(wall);
  const bays = Math.round(length / 2.5);
  const step = length / bays;
  for (let n = 0; n <= bays; n++) {
    for (const out of [0.5, 1.5])
      bar(
        brush,
        [onWall(wall, n * step, out, 0), onWall(wall, n * step, out, high)],
        0.07,
        GALVANISED,
      );
    for (let up = LIFT; up < high; up += LIFT)
      bar(
        brush,
        [onWall(wall, n * step, 0.5, up), onWall(wall, n * step, 1.5, up)],
        0.05,
        GALVANISED,
      );
  }
  for (let up = LIFT; up < high; up += LIFT) {
    for (const rail of [0, 0.5, 1])
      bar(
        brush,
        [onWall(wall, 0, 1.5, up + rail), onWall(wall, length, 1.5, up + rail)],
        0.05,
        GALVANISED,
      );
    for (const out of [0.7, 1, 1.3])
      bar(
        brush,
        [onWall(wall, 0, out, up + 0.05), onWall(wall, length, out, up + 0.05)],
        0.24,
        TIMBER,
      );
  }
  for (let n = 0; n < bays; n += 4) {
    bar(
      brush,
      [onWall(wall, n * step, 1.55, 0), onWall(wall, Math.min(length, (n + 4) * step), 1.55, high)],
      0.05,
      GALVANISED,
    );
  }
}

function netting({ mesh }: Brush, wall: Wall, high: number) {
  const length = lengthOf(wall);
  const corner = (along: number, up: number) => onWall(wall, along, 1.62, up);
  mesh.quad(
    [corner(0, 0.4), corner(length * 0.6, 0.4), corner(length * 0.6, high), corner(0, high)],
    NET,
  );
}
