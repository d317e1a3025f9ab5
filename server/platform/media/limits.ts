import { byteSize } from '#domain/byte-size.ts';
import { AppError } from '#domain/errors.ts';
import type { FileKind } from '#domain/files.ts';
import { MAX_UPLOAD_BYTES } from '#domain/uploads.ts';

const MIB = 1024 ** 2;

export const MAX_PHOTO_BYTES = 200 * MIB;
export const MAX_VIDEO_BYTES = MAX_UPLOAD_BYTES;

/** Throws FILE_EMPTY or FILE_TOO_LARGE. */
export function checkFileSize(kind: FileKind, bytes: number): void {
  if (bytes === 0) throw new AppError('FILE_EMPTY');
  const limit =
    kind === 'photo' ? MAX_PHOTO_BYTES : kind === 'video' ? MAX_VIDEO_BYTES : MAX_UPLOAD_BYTES;
  if (bytes <= limit) return;
  const noun = kind === 'photo' ? 'photo' : kind === 'video' ? 'video' : 'file';
  throw new AppError(
    'FILE_TOO_LARGE',
    `This ${noun} is ${byteSize(bytes, Math.ceil)}. The limit is ${byteSize(limit)}.`,
  );
}
