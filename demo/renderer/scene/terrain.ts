import { BAR, distanceFrom, LOT, PARKING, WING } from './layout.ts';
import type { Mesh, Vec } from './mesh.ts';
import { KIND, paint } from './paints.ts';
import type { Stage } from './schedule.ts';

const GROUND = paint([255, 255, 255], KIND.ground);
const CENTER = 96;
const FINE = 1;

/** Smooth bumps without a visible repeating pattern. */
const bumps = (x: number, y: number): number =>
  Math.sin(x * 0.31 + Math.sin(y * 0.17) * 2) * Math.cos(y * 0.27 + Math.sin(x * 0.13) * 2);

const clamp = (value: number) => Math.max(0, Math.min(1, value));

/** The bank around the pit is about as wide as the pit is deep. */
const pitDepth = (away: number, depth: number): number =>
  depth * clamp(1 - (away - 1.5) / Math.max(0.3, depth * 1.1));

/** Returns meters above the site's center. */
export function heightAt(stage: Stage, x: number, y: number): number {
  const { building, parking } = stage;
  const away = Math.min(distanceFrom(BAR, x, y), distanceFrom(WING, x, y));
  const works = distanceFrom(LOT, x, y) < -1 ? 0.05 * (1 - stage.paving) : 0;
  let height = works * bumps(x * 3, y * 3);
  if (building.pit > 0) height -= pitDepth(away, building.pit) * (1 + 0.05 * bumps(x * 2, y * 2));
  if (parking.pit > 0) height -= pitDepth(distanceFrom(PARKING, x, y), parking.pit);
  return height + farHeight(x, y);
}

function farHeight(x: number, y: number): number {
  const far = clamp((Math.hypot(x, y) - 320) / 500);
  return far * (6 * Math.sin(x * 0.0031 + 1) * Math.cos(y * 0.0042) + 4 * Math.sin(y * 0.0017));
}

/** A grid that is fine on the site and coarser toward the horizon. */
export function terrain(mesh: Mesh, stage: Stage) {
  const lines = gridLines();
  const point = (x: number, y: number): Vec => [x, y, heightAt(stage, x, y)];
  for (let i = 0; i + 1 < lines.length; i++) {
    for (let j = 0; j + 1 < lines.length; j++) {
      const [x1, x2, y1, y2] = [lines[i], lines[i + 1], lines[j], lines[j + 1]];
      if (x1 === undefined || x2 === undefined || y1 === undefined || y2 === undefined) continue;
      const corners = [point(x1, y1), point(x2, y1), point(x2, y2), point(x1, y2)] as const;
      const slopes = corners.map(([x, y]) => normalAt(stage, x, y)) as [Vec, Vec, Vec, Vec];
      const [a, b, c, d] = corners;
      mesh.triangle([a, b, c], GROUND, [slopes[0], slopes[1], slopes[2]]);
      mesh.triangle([a, c, d], GROUND, [slopes[0], slopes[2], slopes[3]]);
    }
  }
}

function gridLines(): number[] {
  const lines: number[] = [];
  for (let at = -CENTER; at <= CENTER; at += FINE) lines.push(at);
  for (let step = 4, at = CENTER + step; at < 9000; step *= 1.22, at += step) {
    lines.push(at);
    lines.unshift(-at);
  }
  return lines;
}

function normalAt(stage: Stage, x: number, y: number): Vec {
  const d = 0.5;
  const sx = (heightAt(stage, x + d, y) - heightAt(stage, x - d, y)) / (2 * d);
  const sy = (heightAt(stage, x, y + d) - heightAt(stage, x, y - d)) / (2 * d);
  const length = Math.hypot(sx, sy, 1);
  return [-sx / length, -sy / length, 1 / length];
}
