import { CRANE } from './layout.ts';
import type { Frame, Vec } from './mesh.ts';
import { BLACK, CONCRETE, GLASS, paint } from './paints.ts';
import { between, type Random } from '../../flight/random.ts';
import { bar, block, type Brush, standing } from './shapes.ts';

const YELLOW = paint([222, 170, 30]);
const GRAY = paint([150, 152, 154]);
const HEIGHT = 40;
const JIB = 52;
const COUNTER = 15;

/** A tower crane with a load. Its jib points in a different direction on every visit. */
export function towerCrane(brush: Brush, random: Random) {
  const at: Frame = { x: CRANE.x, y: CRANE.y, z: 0, yaw: 0 };
  const foot: Brush = { mesh: brush.mesh, at };
  brush.mesh.thing('crane', () => {
    standing(foot, [0, 0, -0.2], [6, 6, 1.1], CONCRETE);
    mast(foot);
  });
  const head: Frame = { x: CRANE.x, y: CRANE.y, z: HEIGHT, yaw: between(random, 0, 2 * Math.PI) };
  const top: Brush = { mesh: brush.mesh, at: head };
  standing(top, [0, 0, 0], [2.4, 2.4, 1.2], GRAY);
  block(top, [1.2, -2.4, 0.2], [1.6, 1.5, 2.2], YELLOW);
  block(top, [1.7, -2.5, 0.9], [1.2, 1.5, 1.2], GLASS);
  lattice(
    top,
    [
      [0, 0, 1.2],
      [0, 0, 8],
    ],
    1.2,
    YELLOW,
  );
  boom(top, 1.2, JIB, YELLOW);
  boom(top, -1.2, -COUNTER, YELLOW);
  bar(
    top,
    [
      [0, 0, 8],
      [JIB * 0.66, 0, 2.6],
    ],
    0.12,
    BLACK,
  );
  bar(
    top,
    [
      [0, 0, 8],
      [-COUNTER + 1, 0, 2.4],
    ],
    0.14,
    BLACK,
  );
  for (let n = 0; n < 4; n++)
    block(top, [-COUNTER + n * 0.7, -0.9, -0.6], [0.6, 1.8, 2.6], CONCRETE);
  load(top, between(random, 14, JIB - 8), between(random, 8, 26));
}

function load(top: Brush, reach: number, drop: number) {
  standing(top, [reach, 0, 0.7], [1.6, 1.3, 0.5], GRAY);
  for (const side of [-0.25, 0.25])
    bar(
      top,
      [
        [reach, side, 0.8],
        [reach, side, -drop],
      ],
      0.05,
      BLACK,
    );
  standing(top, [reach, 0, -drop - 0.6], [0.5, 0.4, 0.7], paint([230, 190, 40]));
  for (const end of [-1.6, 1.6])
    bar(
      top,
      [
        [reach, 0, -drop - 0.5],
        [reach + end, 0, -drop - 2.4],
      ],
      0.04,
      BLACK,
    );
  block(top, [reach - 2.4, -0.5, -drop - 2.9], [4.8, 1, 0.5], paint([170, 130, 84]));
}

function mast(foot: Brush) {
  lattice(
    foot,
    [
      [0, 0, 0.8],
      [0, 0, HEIGHT],
    ],
    1.9,
    YELLOW,
  );
}

function lattice(
  { mesh, at }: Brush,
  [from, to]: readonly [Vec, Vec],
  width: number,
  color: typeof YELLOW,
) {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1], to[2] - from[2]);
  const panels = Math.max(1, Math.round(length / (width * 1.1)));
  const half = width / 2;
  const corners = [
    [-half, -half],
    [half, -half],
    [half, half],
    [-half, half],
  ] as const;
  const spot = (corner: number, share: number): Vec => {
    const [u, v] = corners[corner % 4] ?? [0, 0];
    return [from[0] + u, from[1] + v, from[2] + (to[2] - from[2]) * share];
  };
  const brush: Brush = { mesh, at };
  for (let corner = 0; corner < 4; corner++) {
    bar(brush, [spot(corner, 0), spot(corner, 1)], width * 0.1, color);
    for (let panel = 0; panel < panels; panel++) {
      const [low, high] = [panel / panels, (panel + 1) / panels];
      const other = panel % 2 ? [corner, corner + 1] : [corner + 1, corner];
      bar(brush, [spot(other[0] ?? 0, low), spot(other[1] ?? 0, high)], width * 0.05, color);
      bar(brush, [spot(corner, high), spot(corner + 1, high)], width * 0.05, color);
    }
  }
}

/** A jib with a triangular cross section along the frame's first axis. */
function boom(top: Brush, from: number, to: number, color: typeof YELLOW) {
  const panels = Math.round(Math.abs(to - from) / 1.6);
  const spot = (panel: number, y: number, z: number): Vec => [
    from + ((to - from) * panel) / panels,
    y,
    z,
  ];
  for (const side of [-0.65, 0.65])
    bar(top, [spot(0, side, 1.2), spot(panels, side, 1.2)], 0.16, color);
  bar(top, [spot(0, 0, 2.5), spot(panels, 0, 2.5)], 0.18, color);
  for (let panel = 0; panel < panels; panel++) {
    bar(top, [spot(panel, -0.65, 1.2), spot(panel, 0.65, 1.2)], 0.08, color);
    for (const side of [-0.65, 0.65]) {
      bar(top, [spot(panel, side, 1.2), spot(panel + 0.5, 0, 2.5)], 0.08, color);
      bar(top, [spot(panel + 0.5, 0, 2.5), spot(panel + 1, side, 1.2)], 0.08, color);
    }
  }
}
