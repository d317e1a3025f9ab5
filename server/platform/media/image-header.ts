import { stat } from 'node:fs/promises';
import { AppError } from '#domain/errors.ts';
import { unsupportedPicture, pictureError } from './picture-error.ts';
import { decodedBytes } from './picture-size.ts';
import { sharp } from '../sharp.ts';
import { sniffFile } from './sniff.ts';

const DECODABLE = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff']);

/** Stored size in pixels, before the EXIF `orientation` (1 to 8) is applied. */
export type ImageHeader = {
  width: number;
  height: number;
  format: string;
  orientation: number;
  pages: number;
  isMeasured: boolean;
  decodedBytes: number;
};

/** Throws FILE_EMPTY, FILE_DAMAGED, or FILE_TYPE_NOT_SUPPORTED (such as SVG). */
export async function readImageHeader(path: string): Promise<ImageHeader> {
  if ((await stat(path)).size === 0) throw new AppError('FILE_EMPTY');
  const header = await sharp(path, { limitInputPixels: false })
    .metadata()
    .catch(async (error: unknown) => {
      throw pictureError(error, await sniffFile(path));
    });
  const isHeif = header.compression === 'av1' || header.compression === 'hevc';
  if (!DECODABLE.has(header.format) && !isHeif) throw unsupportedPicture();
  const { width, height, format, orientation = 1, pages = 1 } = header;
  const isMeasured = header.channels === 1 && header.depth === 'ushort';
  return {
    width,
    height,
    format,
    orientation,
    pages,
    isMeasured,
    decodedBytes: decodedBytes(header),
  };
}
