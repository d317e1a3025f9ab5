import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Size } from '#domain/homography.ts';
import { sharp } from '../sharp.ts';
import type { Pixels } from './lay-pixels.ts';

const LABEL = { height: 0.042, left: 0.03, bottom: 0.045 } as const;
const FONT = join(
  dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/inter/package.json')),
  '600SemiBold/Inter_600SemiBold.ttf',
);

/** How much of each pixel a text covers, and how much of it its shadow, 0 to 255, with room for the shadow around. */
type Mask = Size & { text: Uint8Array; shadow: Uint8Array; pad: number };

/** The rows of a film's picture from the label down, with the label: white over a shadow, at the left below. */
export async function labelledRows(film: Pixels, label: string): Promise<Uint8Array> {
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
      rows[at] = written(rows[at] ?? 0, mask.text[from] ?? 0, mask.shadow[from] ?? 0);
    }
  }
  return new Uint8Array(rows.buffer);
}

/** A pixel in white by so much, over a shadow that is laid twice, to be readable on snow. */
function written(pixel: number, text: number, shadow: number): number {
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
