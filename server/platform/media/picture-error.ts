import { AppError } from '#domain/errors.ts';
import type { SniffedFile } from './sniff.ts';

/** For what is no picture, or none of a kind that sharp decodes. */
export const notShown = (cause?: unknown) =>
  new AppError('FILE_TYPE_NOT_SUPPORTED', 'Pictures of this type cannot be shown.', { cause });

/**
 * Turns what the decoder says into an error for the person. Failures of the machine (no memory,
 * no such file) are not the picture's fault and come back unchanged. `path` is kept out of the words.
 * With `type`, a file that begins like a photo counts as damaged even if the decoder does not know it.
 */
export function pictureError(error: unknown, path: string, type?: SniffedFile): Error {
  const message = error instanceof Error ? error.message : String(error);
  if (/out of memory|unable to (?:allocate|open)|file is missing|too many open/i.test(message)) {
    return error instanceof Error ? error : new Error(message);
  }
  if (/exceeds pixel limit/i.test(message)) {
    return new AppError('PICTURE_TOO_LARGE', undefined, { cause: error });
  }
  const unknown = /unsupported image format|support for this compression format/i.test(message);
  if (unknown && type?.kind !== 'photo') return notShown(error);
  const [reason = ''] = message
    .replaceAll(path, '')
    .replace(/^Input file (?:has corrupt header|contains unsupported image format)?:?\s*/i, '')
    .replace(/^\w*:\s*/, '')
    .split('\n');
  return new AppError('FILE_DAMAGED', `The picture is damaged: ${reason || 'it cannot be read'}.`, {
    cause: error,
  });
}
