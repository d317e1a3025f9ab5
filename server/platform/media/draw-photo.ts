import { inverse, type Homography, type Size } from '#domain/homography.ts';

/** Each number is a pixel: red in the lowest byte, then green, blue and an unused byte. */
export type Pixels = Size & { data: Int32Array };

/** Every second byte of a pixel, so that one multiplication blends two channels. */
const HALF = 0x00ff00ff;
const ROUND = 0x00800080;

export function pixelsIn(bytes: Uint8Array, size: Size): Pixels {
  const { buffer, byteOffset } = byteOffsetFits(bytes) ? bytes : bytes.slice();
  return { ...size, data: new Int32Array(buffer, byteOffset, size.width * size.height) };
}

const byteOffsetFits = ({ byteOffset }: Uint8Array) =>
  byteOffset % Int32Array.BYTES_PER_ELEMENT === 0;

export function coversFrame(photo: Size, matrix: Homography, film: Size): boolean {
  const back = inverse(matrix);
  const [right, below] = [film.width - 0.5, film.height - 0.5];
  const corners = [
    [0.5, 0.5],
    [right, 0.5],
    [0.5, below],
    [right, below],
  ] as const;
  return corners.every(([x, y]) => {
    const w = back[6] * x + back[7] * y + back[8];
    const left = (back[0] * x + back[1] * y + back[2]) / w;
    const top = (back[3] * x + back[4] * y + back[5]) / w;
    return w > 0 && left >= 0 && top >= 0 && left <= photo.width && top <= photo.height;
  });
}

export function drawPhoto(photo: Pixels, matrix: Homography, onto: Pixels, gain = 1): void {
  const back = inverse(matrix);
  const bright =
    gain === 1 ? null : Uint8ClampedArray.from({ length: 256 }, (_, value) => value * gain);
  for (let y = 0; y < onto.height; y++) drawRow(photo, back, onto, { y, bright });
}

type Row = { y: number; bright: Uint8ClampedArray | null };

/** Written for speed. Positions and weights are multiples of 1/256 of a pixel, because finer steps aren't visible. */
function drawRow(
  photo: Pixels,
  back: Homography,
  { data, width }: Pixels,
  { y, bright }: Row,
): void {
  const { data: from, width: across } = photo;
  const [endX, endY] = [photo.width * 256, photo.height * 256];
  const [lastX, lastY] = [Math.max(0, endX - 257), Math.max(0, endY - 257)];
  let u = back[0] * 0.5 + back[1] * (y + 0.5) + back[2];
  let v = back[3] * 0.5 + back[4] * (y + 0.5) + back[5];
  let w = back[6] * 0.5 + back[7] * (y + 0.5) + back[8];
  for (let at = y * width, end = at + width; at < end; at++) {
    const scale = 256 / w;
    const left = u * scale;
    const top = v * scale;
    u += back[0];
    v += back[3];
    w += back[6];
    if (!(left >= 0 && top >= 0 && left <= endX && top <= endY)) continue;
    const px = Math.min(lastX, Math.max(0, (left - 128) | 0));
    const py = Math.min(lastY, Math.max(0, (top - 128) | 0));
    const mixed = blendFour(from, across, px, py);
    data[at] = bright ? brightened(mixed, bright) : mixed;
  }
}

/** `px` and `py` are in 1/256 pixel. The weights add up to 256, so a sum can't reach the byte of the next channel. */
function blendFour(from: Int32Array, across: number, px: number, py: number): number {
  const first = (py >> 8) * across + (px >> 8);
  const fx = px & 255;
  const fy = py & 255;
  const of4 = (fx * fy + 128) >> 8;
  const of3 = fy - of4;
  const of2 = fx - of4;
  const of1 = 256 - fx - of3;
  const one = from[first] ?? 0;
  const two = from[first + 1] ?? 0;
  const three = from[first + across] ?? 0;
  const four = from[first + across + 1] ?? 0;
  const redBlue =
    Math.imul(one & HALF, of1) +
    Math.imul(two & HALF, of2) +
    Math.imul(three & HALF, of3) +
    Math.imul(four & HALF, of4) +
    ROUND;
  const green =
    Math.imul((one >>> 8) & HALF, of1) +
    Math.imul((two >>> 8) & HALF, of2) +
    Math.imul((three >>> 8) & HALF, of3) +
    Math.imul((four >>> 8) & HALF, of4) +
    ROUND;
  return ((redBlue >>> 8) & HALF) | (green & ~HALF);
}

const brightened = (pixel: number, bright: Uint8ClampedArray) =>
  (bright[pixel & 255] ?? 0) |
  ((bright[(pixel >> 8) & 255] ?? 0) << 8) |
  ((bright[(pixel >> 16) & 255] ?? 0) << 16);
