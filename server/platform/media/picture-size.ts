import type { Metadata } from 'sharp';
import { byteSize } from '#domain/byte-size.ts';
import { AppError } from '#domain/errors.ts';

/** 16,383 x 16,383, sharp's own limit. */
export const MAX_PHOTO_PIXELS = 268_402_689;

const SAMPLE_BYTES: Record<string, number | undefined> = {
  ushort: 2,
  short: 2,
  uint: 4,
  int: 4,
  float: 4,
  double: 8,
};

/**
 * A lower bound. Interlaced PNG, progressive JPEG, AVIF, and GIF files are decoded as a whole, most others in strips.
 */
export function decodedBytes(header: Metadata): number {
  const { format, width, height, channels, depth, isProgressive, compression } = header;
  const whole = width * height * channels * (SAMPLE_BYTES[depth] ?? 1);
  if (format === 'jpeg') return isProgressive ? coefficients(header) * 2 : 0;
  if (format === 'png') return isProgressive ? whole : 0;
  if (compression === 'hevc') return whole * 3;
  if (format === 'heif') return whole * 2;
  return format === 'gif' ? whole : 0;
}

/** Most photos store colors at half the width, and often at half the height. */
function coefficients({ width, height, channels, chromaSubsampling = '' }: Metadata): number {
  const chroma = chromaSubsampling.startsWith('4:2:0')
    ? 0.25
    : chromaSubsampling.startsWith('4:2:2')
      ? 0.5
      : 1;
  return width * height * (channels < 3 ? channels : channels - 2 + 2 * chroma);
}

export function checkPhotoPixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PHOTO_PIXELS) return;
  const megapixels = (pixels: number) => Math.floor(pixels / 1e6);
  throw new AppError(
    'PICTURE_TOO_LARGE',
    `This image has ${megapixels(width * height)} megapixels (${width} x ${height}). ` +
      `The limit is ${megapixels(MAX_PHOTO_PIXELS)} megapixels.`,
  );
}

/** Throws PICTURE_TOO_LARGE. */
export function checkDecodedBytes(bytes: number, most: number): void {
  if (bytes <= most) return;
  throw new AppError(
    'PICTURE_TOO_LARGE',
    `Showing this picture takes ${byteSize(bytes, Math.ceil)} of memory. This server allows ${byteSize(most, Math.floor)}.`,
  );
}
