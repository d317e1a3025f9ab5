import { AppError } from '#domain/errors.ts';
import type { SniffedFile } from './sniff.ts';

const OF_THIS_TYPE = 'Images of this type cannot be displayed.';

/** For what is no picture, or none of a kind that sharp decodes. */
export const notShown = (cause?: unknown, words = OF_THIS_TYPE) =>
  new AppError('FILE_TYPE_NOT_SUPPORTED', words, { cause });

/** Memory is bounded for each picture: to be refused some is the picture's fault. */
export const TOO_MUCH_MEMORY = 'This picture is too large for this server to show.';
export const TOO_LONG = 'This picture takes too long for this server to show.';

/** How the decoder of TIFF names a compression that it was built without, or does not know. */
const COMPRESSION =
  /tiff2vips: (\S.*) compression support is not configured|Compression scheme (\d+) (?:strip|tile) decoding|Unknown compression method identifier: (\d+)/;
/** By number (TIFF 6.0 and what was registered since); libtiff says only that of these. */
const SCHEMES: Record<string, string | undefined> = {
  9: 'JBIG',
  10: 'JBIG',
  34712: 'JPEG 2000',
  34925: 'LZMA',
  50002: 'JPEG XL',
  52546: 'JPEG XL',
};
/** What staff can do about a TIFF that is not shown, on a line of its own; `how` is its option in GDAL. */
const exportAs = (what: string, how: string) =>
  `\nExport it ${what} (in GDAL: gdal_translate ${how} in.tif out.tif) and upload it again. The original is kept.`;

/** How it refuses what is no damage: samples of 12 bits, complex numbers, raw data of a sensor. */
const UNKNOWN_LAYOUT =
  /not a whole number of bytes|samples out of range|no known route|unsupported|not (?:supported|implemented)|required field 262 missing/i;

/** Why a picture that may be whole is not shown; undefined when it is not that. */
function layoutError(message: string, cause: unknown): AppError | undefined {
  const [found, name, scheme = '', other = scheme] = COMPRESSION.exec(message) ?? [];
  if (found) {
    const called = name ?? SCHEMES[other] ?? `method ${other}`;
    return notShown(
      cause,
      `This TIFF is compressed with ${called}, which can't be shown.${exportAs('with DEFLATE or LZW compression', '-co COMPRESS=DEFLATE')}`,
    );
  }
  return /tiff2vips|vips_colourspace/.test(message) && UNKNOWN_LAYOUT.test(message)
    ? notShown(
        cause,
        `The way this image stores its colors can't be shown.${exportAs('with 8 bits a color', '-ot Byte -scale')}`,
      )
    : undefined;
}

/** How the decoders of JPEG, PNG, TIFF, WebP and HEIF say that bytes are missing. */
const ENDS_EARLY =
  /premature end|truncat|unexpected end|end of (?:file|stream)|bad seek|read error|not enough data|short (?:read|header)/i;

/**
 * Turns what the decoder says into an error for the person. Failures of the machine (no
 * such file) are not the picture's fault and come back unchanged. What the decoder said of a damaged
 * picture is the cause: it means nothing to people.
 * With `type`, a file that begins like a photo counts as damaged even if the decoder does not know it.
 */
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
  const unshown = layoutError(message, error);
  if (unshown) return unshown;
  const unknown = /unsupported image format|support for this compression format/i.test(message);
  if (unknown && type?.kind !== 'photo') return notShown(error);
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The image is damaged: ${reason}.`, { cause: error });
}

/**
 * What the decoder of JPEG warns of where pixels are missing or wrong; its other warnings are slips of
 * cameras: the parameters of a scan, bytes between two segments (but behind D0 to D7 data is missing).
 */
const LOST =
  /^VipsJpeg: (?:premature end|Inconsistent progression|Corrupt JPEG data: (?!\d+ extraneous bytes before marker 0x(?!d[0-7])))/;

/** What the decoder of TIFF warns of where a tile or a strip is shorter than it should be. */
const CUT = /Read error .*got -?\d+ bytes, expected|Read error on (?:strip|tile)/;

/** What it says of a tile whose bytes are not what they were; without minding, it makes up what was there. */
const BROKEN =
  /ZLib error|Decoding error|code not yet in table|Corrupted LZW|Not enough data|WebPGetInfo|decode WebP|decompress error/;

/**
 * Reads a picture, strictly at first. Warnings that cost no pixel, such as tags of a TIFF in the wrong
 * order, are then passed over. Rejects as pictureError says.
 */
export async function readTolerantly<T>(
  read: (failOn: 'warning' | 'error') => Promise<T>,
): Promise<T> {
  try {
    return await read('warning').catch((error: unknown) => {
      // Tiles in a compression that is not there are only warned of, and left black.
      const isLost = (text: string) =>
        [LOST, CUT, BROKEN, COMPRESSION].some((lost) => lost.test(text));
      if (error instanceof Error && isLost(error.message)) throw error;
      return read('error');
    });
  } catch (error) {
    throw pictureError(error);
  }
}
