import { stat } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import type { FileKind } from '#domain/files.ts';
import { MAX_UPLOAD_BYTES } from '#domain/uploads.ts';
import { notShown, pictureError } from './picture-error.ts';
import { sharp } from './sharp.ts';
import { sniffFile } from './sniff.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;

export const MAX_PHOTO_BYTES = 200 * MIB;
/** 16 383 x 16 383, the number that sharp itself refuses above. */
export const MAX_PHOTO_PIXELS = 268_402_689;
export const MAX_VIDEO_BYTES = MAX_UPLOAD_BYTES;

const DECODABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff']);

/** Stored size in pixels, before the orientation is applied; `orientation` is EXIF's 1 to 8. */
export type ImageHeader = {
  width: number;
  height: number;
  format: string;
  orientation: number;
  pages: number;
};

/** Refuses a file of `bytes` bytes: FILE_EMPTY, FILE_TOO_LARGE (with both sizes in words). */
export function checkFileSize(kind: FileKind, bytes: number): void {
  if (bytes === 0) throw new AppError('FILE_EMPTY');
  const limit =
    kind === 'photo' ? MAX_PHOTO_BYTES : kind === 'video' ? MAX_VIDEO_BYTES : MAX_UPLOAD_BYTES;
  if (bytes <= limit) return;
  const noun = kind === 'photo' ? 'photo' : kind === 'video' ? 'video' : 'file';
  throw new AppError(
    'FILE_TOO_LARGE',
    `This ${noun} is ${sizeText(bytes)}. The limit is ${sizeText(limit)}.`,
  );
}

/** Refuses a picture whose decoding would take too much memory: PICTURE_TOO_LARGE. */
export function checkPhotoPixels({ width, height }: { width: number; height: number }): void {
  if (width * height <= MAX_PHOTO_PIXELS) return;
  const megapixels = (pixels: number) => Math.floor(pixels / 1e6);
  throw new AppError(
    'PICTURE_TOO_LARGE',
    `This image has ${megapixels(width * height)} megapixels (${width} x ${height}). ` +
      `The limit is ${megapixels(MAX_PHOTO_PIXELS)} megapixels.`,
  );
}

/**
 * Reads the header of a picture without decoding its pixels.
 * Throws FILE_EMPTY, FILE_DAMAGED, or FILE_TYPE_NOT_SUPPORTED for what cannot be shown (HEIC, SVG).
 */
export async function readImageHeader(path: string): Promise<ImageHeader> {
  if ((await stat(path)).size === 0) throw new AppError('FILE_EMPTY');
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(async (error: unknown) => {
      throw pictureError(error, await sniffFile(path));
    });
  if (!DECODABLE.has(header.format) && header.compression !== 'av1') throw notShown();
  const { width, height, format, orientation = 1, pages = 1 } = header;
  return { width, height, format, orientation, pages };
}

function sizeText(bytes: number): string {
  const [unit, name] = bytes >= GIB ? [GIB, 'GB'] : [MIB, 'MB'];
  return `${Math.ceil((bytes / unit) * 10) / 10} ${name}`;
}
