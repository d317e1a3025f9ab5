import { BAR, WING } from './layout.ts';
import type { Vec } from './mesh.ts';

/** An outer wall: its base corners from left to right as seen from outside, and the outward direction. */
export type Wall = {
  from: readonly [number, number];
  to: readonly [number, number];
  out: readonly [number, number];
};

export const WALLS: readonly Wall[] = [
  { from: [BAR.west, BAR.south], to: [BAR.east, BAR.south], out: [0, -1] },
  { from: [BAR.west, WING.north], to: [BAR.west, BAR.south], out: [-1, 0] },
  { from: [BAR.east, BAR.south], to: [BAR.east, BAR.north], out: [1, 0] },
  { from: [WING.east, WING.north], to: [WING.west, WING.north], out: [0, 1] },
  { from: [WING.east, BAR.north], to: [WING.east, WING.north], out: [1, 0] },
  { from: [BAR.east, BAR.north], to: [WING.east, BAR.north], out: [0, 1] },
];

export const lengthOf = ({ from, to }: Wall): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1]);

/** Distances are in meters along the wall, outward and up. */
export function onWall(wall: Wall, along: number, out: number, up: number): Vec {
  const length = lengthOf(wall);
  const [dx, dy] = [(wall.to[0] - wall.from[0]) / length, (wall.to[1] - wall.from[1]) / length];
  return [
    wall.from[0] + dx * along + wall.out[0] * out,
    wall.from[1] + dy * along + wall.out[1] * out,
    up,
  ];
}

/** The first axis is along the wall, the second into the building. */
export const frameOf = ({ from, to }: Wall) => ({
  x: from[0],
  y: from[1],
  z: 0,
  yaw: Math.atan2(to[1] - from[1], to[0] - from[0]),
});
