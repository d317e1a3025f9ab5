import { AppError } from '#domain/errors.ts';

const NO_MEMORY =
  /cannot allocate memory|malloc of size|get_buffer\(\) failed|out of memory|bad_alloc/i;
const NO_DECODER =
  /decoder .*not found|no decoder|unknown decoder|unsupported codec|could not find codec/i;
const NO_PICTURE = /matches no streams|no video track/i;
/** How ffmpeg and the reader of containers say that bytes are missing. */
const ENDS_EARLY = /moov atom not found|truncat|end of (?:file|stream)|no frames|out of bounds/i;

/**
 * Turns what ffmpeg, or the reader of the container, says of a film into an error for the person: what
 * may be whole is VIDEO_TOO_LARGE or FILE_TYPE_NOT_SUPPORTED, else FILE_DAMAGED. Their own words are
 * the cause: they mean nothing to people, and name the path.
 */
export function videoError(cause: unknown): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
  if (NO_MEMORY.test(message)) return new AppError('VIDEO_TOO_LARGE', undefined, { cause });
  if (NO_DECODER.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'The codec of this video is not supported.', {
      cause,
    });
  }
  if (NO_PICTURE.test(message)) {
    return new AppError('FILE_TYPE_NOT_SUPPORTED', 'This video has no picture.', { cause });
  }
  const reason = ENDS_EARLY.test(message) ? 'part of it is missing' : 'it cannot be read';
  return new AppError('FILE_DAMAGED', `The video is damaged: ${reason}.`, { cause });
}
