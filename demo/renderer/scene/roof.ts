import { BAR, WING } from './layout.ts';
import type { Vec } from './mesh.ts';
import { deckLevel } from './stories.ts';
import { GALVANISED, KIND, MEMBRANE, paint, shade, STEEL, WHITE } from './paints.ts';
import type { Stage } from './schedule.ts';
import { between, randomOf } from '../../flight/random.ts';
import { bar, block, type Brush, post, sheet } from './shapes.ts';
import { frameOf, lengthOf, WALLS } from './walls.ts';

const COPING = paint([78, 82, 86]);
const PANEL = paint([22, 30, 56], KIND.glass);

export function roof(brush: Brush, { building, week }: Stage) {
  if (building.roof <= 0) return;
  const top = deckLevel(4);
  const reach = BAR.west + (BAR.east - BAR.west) * Math.min(1, building.roof * 1.2);
  sheet(
    brush,
    [BAR.west + 0.3, BAR.south + 0.3, top + 0.04],
    [reach - BAR.west - 0.6, BAR.north - BAR.south - 0.6],
    MEMBRANE,
  );
  if (building.roof > 0.6) {
    sheet(
      brush,
      [WING.west + 0.3, WING.south - 0.4, top + 0.045],
      [WING.east - WING.west - 0.6, WING.north - WING.south],
      MEMBRANE,
    );
  }
  for (const wall of WALLS) {
    const at: Brush = { mesh: brush.mesh, at: frameOf(wall) };
    block(at, [0, -0.2, top], [lengthOf(wall), 0.3, 0.9], shade(MEMBRANE, 0.85));
    block(at, [-0.1, -0.28, top + 0.9], [lengthOf(wall) + 0.2, 0.46, 0.06], COPING);
  }
  if (building.roof > 0.7) plant(brush, top, week);
}

function plant(brush: Brush, top: number, week: number) {
  const random = randomOf('plant');
  for (let n = 0; n < 7; n++) {
    const x = BAR.west + 15 + n * 4.6;
    unit(brush, [x, BAR.south + 11 + (n % 2), top], between(random, 0.8, 1.15));
  }
  for (const y of [-8, -2, 4]) unit(brush, [WING.west + 8, y, top], 1.2);
  block(brush, [BAR.west + 14, BAR.south + 9.4, top + 0.4], [34, 0.7, 0.5], GALVANISED);
  block(brush, [WING.west + 6, -11, top + 0.4], [0.7, 18, 0.5], GALVANISED);
  for (let n = 0; n < 10; n++)
    post(brush, [between(random, -44, 10), between(random, -32, -16), top], [0.12, 0.8], WHITE);
  if (week < 10) return;
  for (let row = 0; row < 3; row++) {
    for (let n = 0; n < 22; n++)
      solarPanel(brush, BAR.west + 12 + n * 1.75, BAR.south + 2 + row * 2.3, top + 0.2);
  }
}

function unit(brush: Brush, [x, y, top]: Vec, size: number) {
  const [foot, sides] = [
    [x, y, top + 0.25],
    [2.6 * size, 1.7 * size, 1.5 * size],
  ] as const;
  brush.mesh.thing('unit', () => block(brush, foot, sides, shade(GALVANISED, 1.1)));
  for (const u of [0.7, 1.9]) {
    post(
      brush,
      [x + u * size, y + 0.85 * size, top + 0.25 + 1.5 * size],
      [0.45 * size, 0.1],
      shade(STEEL, 0.45),
    );
  }
  for (const u of [0.1, 2.3])
    bar(
      brush,
      [
        [x + u, y - 0.2, top + 0.12],
        [x + u, y + 2, top + 0.12],
      ],
      0.2,
      STEEL,
    );
}

function solarPanel({ mesh }: Brush, x: number, y: number, z: number) {
  mesh.quad(
    [
      [x, y, z],
      [x + 1.66, y, z],
      [x + 1.66, y + 1.6, z + 0.4],
      [x, y + 1.6, z + 0.4],
    ],
    PANEL,
  );
}
