import type { Paint } from './paints.ts';

/** In meters east, north and up. */
export type Vec = readonly [x: number, y: number, z: number];

/** `yaw` is in radians, counterclockwise from east; `scale` defaults to 1. */
export type Frame = { x: number; y: number; z: number; yaw: number; scale?: number };

export const ORIGIN: Frame = { x: 0, y: 0, z: 0, yaw: 0 };

/** Converts a frame inside `outer` to site coordinates. */
export function within(outer: Frame, inner: Frame): Frame {
  const [x, y, z] = place(outer, [inner.x, inner.y, inner.z]);
  return { x, y, z, yaw: outer.yaw + inner.yaw, scale: (outer.scale ?? 1) * (inner.scale ?? 1) };
}

export function place({ x, y, z, yaw, scale = 1 }: Frame, p: Vec): Vec {
  const [cos, sin] = [Math.cos(yaw) * scale, Math.sin(yaw) * scale];
  return [x + p[0] * cos - p[1] * sin, y + p[0] * sin + p[1] * cos, z + p[2] * scale];
}

type Thing = { name: string; from: number; to: number };

/** Triangles as flat lists. Positions and normals are in meters; paint is red, green, blue and kind. */
export class Mesh {
  readonly positions: number[] = [];
  readonly normals: number[] = [];
  readonly paints: number[] = [];
  readonly things: Thing[] = [];

  thing(name: string, draw: () => void) {
    const from = this.positions.length;
    draw();
    this.things.push({ name, from, to: this.positions.length });
  }

  add(other: Mesh, at: Frame) {
    const start = this.positions.length;
    const turn = { ...at, x: 0, y: 0, z: 0, scale: 1 };
    for (let from = 0; from < other.positions.length; from += 3) {
      const [x = 0, y = 0, z = 0] = other.positions.slice(from, from + 3);
      const [u = 0, v = 0, w = 0] = other.normals.slice(from, from + 3);
      this.positions.push(...place(at, [x, y, z]));
      this.normals.push(...place(turn, [u, v, w]));
    }
    for (const part of other.paints) this.paints.push(part);
    for (const { name, from, to } of other.things)
      this.things.push({ name, from: from + start, to: to + start });
  }

  /** Points are counterclockwise as seen from outside. Pass normals for round shapes. */
  triangle(points: readonly [Vec, Vec, Vec], paint: Paint, normals?: readonly [Vec, Vec, Vec]) {
    const flat = normals ? undefined : normalOf(...points);
    points.forEach((point, corner) => {
      this.positions.push(...point);
      this.normals.push(...(flat ?? normals?.[corner] ?? point));
      this.paints.push(paint.rgb[0], paint.rgb[1], paint.rgb[2], paint.kind);
    });
  }

  /** Points are counterclockwise as seen from outside. */
  quad([a, b, c, d]: readonly [Vec, Vec, Vec, Vec], paint: Paint) {
    this.triangle([a, b, c], paint);
    this.triangle([a, c, d], paint);
  }
}

export const subtract = (a: Vec, b: Vec): Vec => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const cross = (a: Vec, b: Vec): Vec => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
export function unit(v: Vec): Vec {
  const length = Math.hypot(...v) || 1;
  return [v[0] / length, v[1] / length, v[2] / length];
}
const normalOf = (a: Vec, b: Vec, c: Vec): Vec => unit(cross(subtract(b, a), subtract(c, a)));
