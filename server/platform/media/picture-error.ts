import { AppError } from '#domain/errors.ts';
import type { SniffedFile } from './sniff.ts';

/** For what is no picture, or none of a kind that sharp decodes. */
export const notShown = (cause?: unknown) =>
  new AppError('FILE_TYPE_NOT_SUPPORTED', 'Images of this type cannot be displayed.', { cause });

/** Memory is bounded for each picture: to be refused some is the picture's fault. */
export const TOO_MUCH_MEMORY =
  'Showing this picture takes more memory than this server has for one.';

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
  const unknown = /unsupported image format|support for this compression format/i.test(message);
  if (unknown && type?.kind !== 'photo') return notShown(error);
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The image is damaged: ${reason}.`, { cause: error });
}

/**
 * What the decoder of JPEG says first of photos that are whole, all over: the parameters of the scan that
 * phones leave empty, and bytes between two segments. Behind the restart markers D0 to D7 data is missing.
 */
const SLIPS = [
  /^VipsJpeg: Invalid SOS parameters for sequential JPEG/,
  /^VipsJpeg: Corrupt JPEG data: \d+ extraneous bytes before marker 0x(?!d[0-7])/,
];

/** Whether a picture was only refused for a slip of the camera that costs no pixel. */
export const isSlipOfCamera = (error: unknown): boolean =>
  error instanceof Error && SLIPS.some((slip) => slip.test(error.message));
