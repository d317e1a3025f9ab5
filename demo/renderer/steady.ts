import sharp, { type Sharp } from 'sharp';
import { FIELD_OF_VIEW, type Pose } from '../flight/waypoints.ts';

type Vector = readonly [east: number, north: number, up: number];
type View = { at: Vector; forward: Vector; right: Vector; up: Vector };
type Frame = { data: Buffer; width: number; height: number };

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const along = (a: Vector, by: number, b: Vector): Vector => [
  a[0] + by * b[0],
  a[1] + by * b[1],
  a[2] + by * b[2],
];

function viewOf({ east, north, altitude, yaw, pitch }: Pose): View {
  const [y, p] = [radians(yaw), radians(pitch)];
  return {
    at: [east, north, altitude],
    forward: [Math.sin(y) * Math.cos(p), Math.cos(y) * Math.cos(p), Math.sin(p)],
    right: [Math.cos(y), -Math.sin(y), 0],
    up: [-Math.sin(y) * Math.sin(p), -Math.cos(y) * Math.sin(p), Math.cos(p)],
  };
}

/**
 * Transforms a photo to the pose of another visit, because the drone's poses differ by up to a meter and a few degrees.
 * The result is exact for the ground.
 */
export async function steady(path: string, from: Pose, to: Pose): Promise<Sharp> {
  const { data, info } = await sharp(path)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const frame: Frame = { data, width: info.width, height: info.height };
  const [source, target] = [viewOf(from), viewOf(to)];
  const focal = frame.width / 2 / Math.tan(radians(FIELD_OF_VIEW) / 2);
  const [middleX, middleY] = [frame.width / 2, frame.height / 2];
  const made = Buffer.alloc(data.length);
  for (let y = 0, index = 0; y < frame.height; y++) {
    for (let x = 0; x < frame.width; x++, index += 3) {
      const across = along(target.forward, (x - middleX) / focal, target.right);
      const ray = along(across, (middleY - y) / focal, target.up);
      const seen = seenFrom(source, target, ray);
      const depth = dot(seen, source.forward);
      const sourceX = middleX + (dot(seen, source.right) / depth) * focal;
      const sourceY = middleY - (dot(seen, source.up) / depth) * focal;
      sample(frame, [sourceX, sourceY], made, index);
    }
  }
  return sharp(made, { raw: { width: frame.width, height: frame.height, channels: 3 } });
}

/** Returns the direction in which the other camera sees the same point of the ground. The sky is infinitely far. */
function seenFrom(source: View, target: View, ray: Vector): Vector {
  if (ray[2] > -0.05) return ray;
  const ground = along(target.at, -target.at[2] / ray[2], ray);
  return along(ground, -1, source.at);
}

/** Bilinear interpolation, with edges extended. */
function sample({ data, width, height }: Frame, at: [number, number], into: Buffer, index: number) {
  const x = Math.min(width - 2, Math.max(0, at[0]));
  const y = Math.min(height - 2, Math.max(0, at[1]));
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [partX, partY] = [x - left, y - top];
  const first = (top * width + left) * 3;
  for (let channel = 0; channel < 3; channel++) {
    const pixel = (offset: number) => data[first + offset + channel] ?? 0;
    const upper = pixel(0) * (1 - partX) + pixel(3) * partX;
    const lower = pixel(width * 3) * (1 - partX) + pixel(width * 3 + 3) * partX;
    into[index + channel] = Math.round(upper * (1 - partY) + lower * partY);
  }
}
