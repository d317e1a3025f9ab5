/** A point in metres: east, north, up. */
export type Point3 = readonly [east: number, north: number, up: number];

/** A pinhole camera: yaw in degrees clockwise from north, pitch in degrees, -90 straight down. */
export type Camera = { at: Point3; yaw: number; pitch: number; width: number; height: number };

// About the 24 mm equivalent lens of a small DJI camera: 84 degrees across the diagonal.
const FIELD_OF_VIEW = (73 * Math.PI) / 180;
const NEAR_METRES = 1;

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const dot = (a: Point3, b: Point3) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** Pixel polygon of a flat polygon in space; empty when it lies behind the camera. */
export function projectPolygon(camera: Camera, polygon: readonly Point3[]): [number, number][] {
  const [yaw, pitch] = [radians(camera.yaw), radians(camera.pitch)];
  const forward: Point3 = [
    Math.sin(yaw) * Math.cos(pitch),
    Math.cos(yaw) * Math.cos(pitch),
    Math.sin(pitch),
  ];
  const right: Point3 = [Math.cos(yaw), -Math.sin(yaw), 0];
  const up: Point3 = [
    -Math.sin(yaw) * Math.sin(pitch),
    -Math.cos(yaw) * Math.sin(pitch),
    Math.cos(pitch),
  ];
  const inView = polygon.map((p): Point3 => {
    const d: Point3 = [p[0] - camera.at[0], p[1] - camera.at[1], p[2] - camera.at[2]];
    return [dot(d, right), dot(d, up), dot(d, forward)];
  });
  const focal = camera.width / 2 / Math.tan(FIELD_OF_VIEW / 2);
  return clipNear(inView).map(([x, y, z]) => [
    camera.width / 2 + (x / z) * focal,
    camera.height / 2 - (y / z) * focal,
  ]);
}

/** Distance in metres from the camera to a polygon's middle, for painting far things first. */
export function distanceTo(camera: Camera, polygon: readonly Point3[]): number {
  const middle = [0, 1, 2].map(
    (axis) => polygon.reduce((sum, p) => sum + (p[axis] ?? 0), 0) / polygon.length,
  );
  return Math.hypot(...middle.map((value, axis) => value - (camera.at[axis] ?? 0)));
}

/** The part of a polygon in front of the camera (Sutherland and Hodgman, against one plane). */
function clipNear(polygon: readonly Point3[]): Point3[] {
  return polygon.flatMap((p, index) => {
    const q = polygon[(index + 1) % polygon.length] ?? p;
    const kept = p[2] >= NEAR_METRES ? [p] : [];
    if (p[2] >= NEAR_METRES === q[2] >= NEAR_METRES) return kept;
    const t = (NEAR_METRES - p[2]) / (q[2] - p[2]);
    return [...kept, [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1]), NEAR_METRES] as const];
  });
}
