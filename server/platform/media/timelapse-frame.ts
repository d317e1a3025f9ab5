import {
  determinant,
  homographyOf,
  resized,
  type Homography,
  type Size,
} from '#domain/homography.ts';
import { sharp } from '../sharp.ts';
import { readWithoutLabel, writeRawFrame } from './raw-frame.ts';
import { coversFrame, drawPhoto, pixelsIn, type Pixels } from './draw-photo.ts';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const LABEL = { height: 0.042, left: 0.03, bottom: 0.045 } as const;
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
  '600SemiBold/Inter_600SemiBold.ttf',
);

type Mask = Size & { text: Uint8Array; shadow: Uint8Array; pad: number };

async function labeledRows(film: Pixels, label: string): Promise<Uint8Array> {
  const mask = await maskOf(label, Math.max(12, Math.round(film.height * LABEL.height)));
  const left = Math.round(film.width * LABEL.left) - mask.pad;
  const bottom = Math.round(film.height * (1 - LABEL.bottom)) + mask.pad;
  const top = Math.max(0, bottom - mask.height);
  const rows = film.data.slice(top * film.width);
  const width = Math.min(mask.width, film.width - left);
  const height = Math.min(mask.height, film.height - top);
  for (let y = 0; y < height; y++) {
    for (let x = Math.max(0, -left); x < width; x++) {
      const from = y * mask.width + x;
      const at = y * film.width + left + x;
      rows[at] = blendLabel(rows[at] ?? 0, mask.text[from] ?? 0, mask.shadow[from] ?? 0);
    }
  }
  return new Uint8Array(rows.buffer);
}

/** The shadow is applied twice, so that white text is readable on snow. */
function blendLabel(pixel: number, text: number, shadow: number): number {
  const light = ((1 - shadow / 255) ** 2 * (1 - text / 255) * 256) | 0;
  const redBlue = Math.imul(pixel & 0xff00ff, light) >>> 8;
  const green = Math.imul(pixel & 0xff00, light) >>> 8;
  return ((redBlue & 0xff00ff) | (green & 0xff00)) + text * 0x010101;
}

async function maskOf(label: string, height: number): Promise<Mask> {
  const pad = Math.ceil(height / 4);
  const dpi = Math.round((72 * height) / 12);
  const { data: text, info } = await sharp({
    text: { text: label, font: 'Inter SemiBold 12', fontfile: FONT, dpi },
  })
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: '#000' })
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true });
  const size = { width: info.width, height: info.height };
  const shadow = await sharp(text, { raw: { ...size, channels: 1 } })
    .blur(height / 10)
    .extractChannel(0)
    .raw()
    .toBuffer();
  return { ...size, text, shadow, pad };
}

export type FrameRequest = {
  path: string;
  /** Full size of the photo; `matrix` maps its pixels to the frame's. */
  photo: Size;
  matrix: readonly number[];
  frameSize: Size;
  gain: number;
  under: string | null;
  outputPath: string;
} & ({ isJpeg?: false; label: string | null } | { isJpeg: true; label: null });

/** Photos are read a little larger than shown, because each pixel is blended from four. */
const OVERSAMPLING = 1.2;
const BACKGROUND = 0x100d0b;

/** Frames share a buffer, so calls must not overlap. Rejects if the photo can't be read or the matrix is singular. */
export async function makeTimelapseFrame(
  order: FrameRequest,
  source: string | Buffer,
): Promise<void> {
  const { frameSize, label } = order;
  const matrix = homographyOf(order.matrix);
  if (!matrix) throw new Error("a photo's matrix is singular");
  const pixels = await readPixels(source, order, matrix);
  const onto = resized(
    matrix,
    { is: order.photo, shown: pixels },
    { is: frameSize, shown: frameSize },
  );
  const picture = pictureOf(frameSize);
  if (!coversFrame(pixels, onto, frameSize)) {
    if (order.under === null) picture.data.fill(BACKGROUND);
    else await readWithoutLabel(order.under, picture);
  }
  drawPhoto(pixels, onto, picture, order.gain);
  if (order.isJpeg) return writeJpeg(order.outputPath, picture);
  const labeled = label === null ? new Uint8Array() : await labeledRows(picture, label);
  await writeRawFrame(order.outputPath, picture, labeled);
}

async function writeJpeg(path: string, { data, width, height }: Pixels): Promise<void> {
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  await sharp(bytes, { raw: { width, height, channels: 4 } })
    .removeAlpha()
    .jpeg({ quality: 92 })
    .toFile(path);
}

let kept = new Int32Array();

function pictureOf(film: Size): Pixels {
  const count = film.width * film.height;
  if (kept.length !== count) kept = new Int32Array(count);
  return { ...film, data: kept };
}

async function readPixels(
  source: string | Buffer,
  { photo }: FrameRequest,
  matrix: Homography,
): Promise<Pixels> {
  const scale = Math.min(1, OVERSAMPLING * scaleOf(matrix, photo));
  const { data, info } = await sharp(source)
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(photo.width * scale)), withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return pixelsIn(data, { width: info.width, height: info.height });
}

function scaleOf(matrix: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2];
  const w = matrix[6] * x + matrix[7] * y + matrix[8];
  return Math.sqrt(Math.abs(determinant(matrix) / w ** 3));
}
