import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import {
  determinant,
  homographyOf,
  inverse,
  resized,
  type Homography,
  type Size,
} from '#domain/homography.ts';
import { sharp } from '../sharp.ts';

/** A picture of a film: a photo laid into the frame, with what came before where it has nothing. */
export type FrameOrder = {
  /** Where the photo lies, upright or as its EXIF turns it, of any size. */
  path: string;
  /** Its full size, whose pixels `matrix` maps to those of the film. */
  photo: Size;
  matrix: readonly number[];
  film: Size;
  /** By how much it is brightened. */
  gain: number;
  /** Pixels of the picture before, as `raw` was written of it. */
  under: string | null;
  label: string | null;
  /** Where the picture is written as JPEG, and its pixels without the label. */
  made: string;
  raw: string;
};

type Pixels = Size & { data: Uint8Array };

const CHANNELS = 3;
/** Read a little larger than it is shown: what lies between pixels is taken of four. */
const SPARE = 1.2;
/** What is seen where no photo has been. */
const NOTHING = [11, 13, 16] as const;
const LABEL = { height: 0.042, left: 0.03, bottom: 0.045 } as const;
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
  '600SemiBold/Inter_600SemiBold.ttf',
);

/** Makes one picture of a film from `source`. Rejects when it cannot be read, or the matrix is none. */
export async function makeFilmFrame(order: FrameOrder, source: string | Buffer): Promise<void> {
  const matrix = homographyOf(order.matrix);
  if (!matrix) throw new Error('the matrix of a photo is flat');
  const pixels = await readPixels(source, order, matrix);
  const onto = resized(
    matrix,
    { is: order.photo, shown: pixels },
    { is: order.film, shown: order.film },
  );
  const under = order.under === null ? null : await readFile(order.under);
  const data = layPixels(pixels, onto, { film: order.film, gain: order.gain, under });
  await writeFile(order.raw, data);
  const { width, height } = order.film;
  const shown = order.label === null ? data : await withLabel(data, order.label, order.film);
  await sharp(shown, { raw: { width, height, channels: CHANNELS } })
    // It is read once more, and a film has no finer colors.
    .jpeg({ quality: 92, chromaSubsampling: '4:2:0', optimiseCoding: false })
    .toFile(order.made);
}

async function readPixels(
  source: string | Buffer,
  { photo }: FrameOrder,
  matrix: Homography,
): Promise<Pixels> {
  const scale = Math.min(1, SPARE * scaleOf(matrix, photo));
  const { data, info } = await sharp(source)
    .autoOrient()
    .resize({ width: Math.max(1, Math.round(photo.width * scale)), withoutEnlargement: true })
    .flatten({ background: '#fff' })
    .toColorspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** By how much a photo is enlarged in its middle: the square root of what becomes of an area there. */
function scaleOf(matrix: Homography, { width, height }: Size): number {
  const [x, y] = [width / 2, height / 2];
  const w = matrix[6] * x + matrix[7] * y + matrix[8];
  return Math.sqrt(Math.abs(determinant(matrix) / w ** 3));
}

type Onto = { film: Size; gain: number; under: Uint8Array | null };

/** The pixels of a film's picture: each is found in the photo by the way back and mixed of the four around it. */
export function layPixels(photo: Pixels, matrix: Homography, onto: Onto): Buffer {
  const { film, under, gain } = onto;
  const out = Buffer.allocUnsafe(film.width * film.height * CHANNELS);
  const bright = Uint8ClampedArray.from({ length: 256 }, (_, value) => value * gain);
  const back = inverse(matrix);
  for (let y = 0; y < film.height; y++) {
    const row = { y, width: film.width, under, bright };
    layRow(photo, back, row, out);
  }
  return out;
}

type Row = { y: number; width: number; under: Uint8Array | null; bright: Uint8ClampedArray };

/**
 * Numerators and denominator of a row are lines, so that they are only added up; weights have 256 parts, as whole
 * numbers are mixed faster and no finer step is seen. Written for speed: it goes over every pixel of every photo.
 */
function layRow({ data, width, height }: Pixels, back: Homography, row: Row, out: Buffer): void {
  const { y, under, bright } = row;
  const line = width * CHANNELS;
  let u = back[0] * 0.5 + back[1] * (y + 0.5) + back[2];
  let v = back[3] * 0.5 + back[4] * (y + 0.5) + back[5];
  let w = back[6] * 0.5 + back[7] * (y + 0.5) + back[8];
  const end = (y + 1) * row.width * CHANNELS;
  for (let at = y * row.width * CHANNELS; at < end; at += CHANNELS) {
    const left = u / w;
    const top = v / w;
    u += back[0];
    v += back[3];
    w += back[6];
    if (!(left >= 0 && top >= 0 && left <= width && top <= height)) {
      for (let c = 0; c < CHANNELS; c++) out[at + c] = (under ? under[at + c] : NOTHING[c]) ?? 0;
      continue;
    }
    const px = Math.min(width - 1, Math.max(0, left - 0.5));
    const py = Math.min(height - 1, Math.max(0, top - 0.5));
    const x0 = px | 0;
    const y0 = py | 0;
    const fx = ((px - x0) * 256) | 0;
    const fy = ((py - y0) * 256) | 0;
    const a = y0 * line + x0 * CHANNELS;
    const b = x0 < width - 1 ? a + CHANNELS : a;
    const down = y0 < height - 1 ? line : 0;
    for (let c = 0; c < CHANNELS; c++) {
      const upper = (data[a + c] ?? 0) * (256 - fx) + (data[b + c] ?? 0) * fx;
      const lower = (data[a + down + c] ?? 0) * (256 - fx) + (data[b + down + c] ?? 0) * fx;
      out[at + c] = bright[(upper * (256 - fy) + lower * fy + 32_768) >> 16] ?? 0;
    }
  }
}

/** The same pixels with the label; only the rows that have it are mixed, as to mix all takes a fifth of a picture's time. */
async function withLabel(data: Buffer, label: string, film: Size): Promise<Buffer> {
  const parts = await labelOf(label, film);
  const above = Math.min(...parts.map(({ top }) => top));
  const rest = data.subarray(above * film.width * CHANNELS);
  const raw = { width: film.width, height: film.height - above, channels: CHANNELS } as const;
  const labelled = await sharp(rest, { raw })
    .composite(parts.map((part) => ({ ...part, top: part.top - above })))
    .removeAlpha()
    .raw()
    .toBuffer();
  return Buffer.concat([data.subarray(0, data.length - rest.length), labelled]);
}

/** The label at the left below, white with a shadow that keeps it readable on snow. */
async function labelOf(label: string, film: Size) {
  const height = Math.max(12, Math.round(film.height * LABEL.height));
  const write = (color: string) =>
    sharp({
      text: {
        text: `<span foreground="${color}">${label}</span>`,
        font: 'Inter SemiBold 12',
        fontfile: FONT,
        dpi: Math.round((72 * height) / 12),
        rgba: true,
      },
    });
  const pad = Math.ceil(height / 4);
  const extended = { top: pad, bottom: pad, left: pad, right: pad, background: '#0000' };
  const shadow = await write('black')
    .extend(extended)
    .blur(height / 10)
    .png()
    .toBuffer();
  const { data: text, info } = await write('white').png().toBuffer({ resolveWithObject: true });
  const left = Math.round(film.width * LABEL.left);
  const top = Math.max(0, Math.round(film.height * (1 - LABEL.bottom)) - info.height);
  const below = { input: shadow, left: Math.max(0, left - pad), top: Math.max(0, top - pad) };
  return [below, below, { input: text, left, top }];
}
