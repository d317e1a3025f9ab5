import { AppError } from '#domain/errors.ts';
import type { SniffedFile } from './sniff.ts';

const UNSUPPORTED_TYPE = 'Images of this type cannot be displayed.';

export const unsupportedPicture = (cause?: unknown, words = UNSUPPORTED_TYPE) =>
  new AppError('FILE_TYPE_NOT_SUPPORTED', words, { cause });

export const TOO_MUCH_MEMORY = 'This picture is too large for this server to show.';
export const TOO_LONG = 'This picture takes too long to process on this server.';

/** How libtiff and libvips report compressions they don't support. */
const COMPRESSION =
  /tiff2vips: (\S.*) compression support is not configured|Compression scheme (\d+) (?:strip|tile) decoding|Unknown compression method identifier: (\d+)/;
/** libtiff knows these only by number (TIFF 6.0 and later registrations). */
const SCHEMES: Record<string, string | undefined> = {
  9: 'JBIG',
  10: 'JBIG',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};
const exportHint = (what: string, how: string) =>
  `\nExport it ${what} (in GDAL: gdal_translate ${how} in.tif out.tif) and upload it again. The original is kept.`;

const UNKNOWN_LAYOUT =
  /not a whole number of bytes|samples out of range|no known route|unsupported|not (?:supported|implemented)|required field 262 missing/i;

function layoutError(message: string, cause: unknown): AppError | undefined {
  const [found, name, scheme = '', other = scheme] = COMPRESSION.exec(message) ?? [];
  if (found) {
    const called = name ?? SCHEMES[other] ?? `method ${other}`;
    return unsupportedPicture(
      cause,
      `This TIFF is compressed with ${called}, which can't be shown.${exportHint('with DEFLATE or LZW compression', '-co COMPRESS=DEFLATE')}`,
    );
  }
  return /tiff2vips|vips_colourspace/.test(message) && UNKNOWN_LAYOUT.test(message)
    ? unsupportedPicture(
        cause,
        `This image stores its colors in a way that can't be shown.${exportHint('with 8 bits per color', '-ot Byte -scale')}`,
      )
    : undefined;
}

const ENDS_EARLY =
  /premature end|truncat|unexpected end|end of (?:file|stream)|bad seek|read error|not enough data|short (?:read|header)/i;

/** System errors are returned unchanged. If `type` is a photo, an unreadable file counts as damaged. */
export function pictureError(error: unknown, type?: SniffedFile): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/unable to open|file is missing|too many open/i.test(message)) {
    return error instanceof Error ? error : new Error(message);
  }
  if (/out of memory|unable to allocate|insufficient memory/i.test(message)) {
    return new AppError('PICTURE_TOO_LARGE', TOO_MUCH_MEMORY, { cause: error });
  }
  if (/exceeds pixel limit/i.test(message)) {
    return new AppError('PICTURE_TOO_LARGE', undefined, { cause: error });
  }
  const unsupportedLayout = layoutError(message, error);
  if (unsupportedLayout) return unsupportedLayout;
  const unknown = /unsupported image format|support for this compression format/i.test(message);
  if (unknown && type?.kind !== 'photo') return unsupportedPicture(error);
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The image is damaged: ${reason}.`, { cause: error });
}

/** JPEG warnings about lost pixels. Extra bytes between segments are harmless, except before markers D0 to D7. */
const LOST_PIXELS =
  /^VipsJpeg: (?:premature end|Inconsistent progression|Corrupt JPEG data: (?!\d+ extraneous bytes before marker 0x(?!d[0-7])))/;

const TRUNCATED_TILE = /Read error .*got -?\d+ bytes, expected|Read error on (?:strip|tile)/;

/** Warnings about corrupt tiles, which the decoder would fill with made-up pixels. */
const CORRUPT_TILE =
  /ZLib error|Decoding error|code not yet in table|Corrupted LZW|Not enough data|WebPGetInfo|decode WebP|decompress error/;

export async function readTolerantly<T>(
  read: (failOn: 'warning' | 'error') => Promise<T>,
): Promise<T> {
  try {
    return await read('warning').catch((error: unknown) => {
      // Tiles with an unsupported compression only cause a warning and would stay black.
      const isLost = (text: string) =>
        [LOST_PIXELS, TRUNCATED_TILE, CORRUPT_TILE, COMPRESSION].some((lost) => lost.test(text));
      if (error instanceof Error && isLost(error.message)) throw error;
      return read('error');
    });
  } catch (error) {
    throw pictureError(error);
  }
}
