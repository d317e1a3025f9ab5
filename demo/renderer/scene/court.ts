import { car } from './cars.ts';
import { COURT, GATE } from './layout.ts';
import { type Mesh, ORIGIN } from './mesh.ts';
import { CONCRETE, ROAD_WHITE, STEEL } from './paints.ts';
import { randomOf } from '../../flight/random.ts';
import type { Stage } from './schedule.ts';
import { block, type Brush, post, sheet } from './shapes.ts';

/** The visitors' parking lot, which is finished last. */
export function court(mesh: Mesh, stage: Stage) {
  if (stage.paving < 1) return;
  const brush: Brush = { mesh, at: ORIGIN };
  const random = randomOf('court');
  for (const y of [COURT.south + 3, 6.8, 14.2, COURT.north - 5.2]) {
    for (let x = COURT.west + 1; x < COURT.east - 1; x += 2.7) {
      sheet(brush, [x, y, 0.03], [0.11, 5], ROAD_WHITE);
      if (random() < 0.42)
        car(
          mesh,
          { x: x + 1.35, y: y + 2.5, z: 0.02, yaw: random() < 0.5 ? Math.PI / 2 : -Math.PI / 2 },
          random,
        );
    }
  }
  const curb = 0.16;
  for (const [x, y, w, d] of [
    [COURT.west, COURT.south, COURT.east - COURT.west, curb],
    [COURT.west, COURT.north, COURT.east - COURT.west + 10, curb],
    [COURT.west, COURT.south, curb, COURT.north - COURT.south],
    [GATE.x + 5.4, -46, curb, 80],
    [GATE.x - 5, -46, curb, 38],
  ] as const)
    block(brush, [x, y, 0], [w, d, 0.15], CONCRETE);
  for (const x of [-16, -2, 12]) {
    for (const y of [13, 34.4]) {
      mesh.thing('lamp', () => {
        post(brush, [x, y, 0], [0.1, 7], STEEL);
        block(brush, [x - 1, y - 0.15, 7], [2, 0.3, 0.12], STEEL);
      });
    }
  }
  for (let y = -44; y < 30; y += 9) sheet(brush, [GATE.x - 0.06, y, 0.03], [0.12, 3], ROAD_WHITE);
}
