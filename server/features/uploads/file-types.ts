import { AppError } from '#domain/errors.ts';
import type { FileKind } from '#domain/files.ts';
import type { Decoder } from '#server/platform/media/decoder.ts';
import { checkFileSize } from '#server/platform/media/limits.ts';
import { checkPhotoPixels } from '#server/platform/media/picture-size.ts';
import { sniffFile } from '#server/platform/media/sniff.ts';
import { extensionOf } from './file-name.ts';

export type TakenFile = { mime: string; kind: FileKind };

/** Texts cannot be told from any other text by their bytes alone: these must bear the name too. */
const TEXT_TYPES = new Set([
  'text/plain',
  'text/csv',
  'application/x-subrip',
  'application/vnd.google-earth.kml+xml',
]);
const TEXT_EXTENSIONS = new Set(['.txt', '.csv', '.srt', '.kml']);

const TAKEN =
  'You can upload photos, videos, GeoTIFF maps, and PDF, Word, SRT, CSV, TXT and KML files.';

const PICTURES = 'Supported image formats are JPEG, PNG, WebP, AVIF, GIF and TIFF.';

const TEXTS = 'Supported text files are .txt, .csv, .srt and .kml.';

/**
 * What a complete upload is, from its bytes. `name` is only asked for texts.
 * Throws FILE_TYPE_NOT_SUPPORTED, FILE_EMPTY, FILE_TOO_LARGE or PICTURE_TOO_LARGE, in words for the
 * person. A picture that cannot be read is let through: its bytes may still be of worth.
 */
export async function examineFile(
  decoder: Decoder,
  path: string,
  name: string,
  bytes: number,
): Promise<TakenFile> {
  const { mime, kind, extension } = await sniffFile(path);
  if (kind === 'other') return { mime: assertText(mime, extension, name), kind: 'document' };
  checkFileSize(kind, bytes);
  if (kind === 'photo') await assertPixels(decoder, path);
  return { mime, kind };
}

function assertText(mime: string, extension: string, name: string): string {
  const named = extensionOf(name).toLowerCase();
  if (TEXT_TYPES.has(mime) && TEXT_EXTENSIONS.has(named)) return mime;
  if (TEXT_TYPES.has(mime)) {
    const ending = named ? `its name ends in ${named}` : 'its name has no extension';
    throw new AppError('FILE_TYPE_NOT_SUPPORTED', `This is a text file, but ${ending}. ${TEXTS}`);
  }
  const found =
    mime === 'application/octet-stream'
      ? 'This type of file is not recognized.'
      : `This is a file of type ${extension.toUpperCase()} (${mime}).`;
  throw new AppError(
    'FILE_TYPE_NOT_SUPPORTED',
    `${found} ${mime.startsWith('image/') ? PICTURES : TAKEN}`,
  );
}

async function assertPixels(decoder: Decoder, path: string) {
  try {
    checkPhotoPixels(await decoder.readHeader(path));
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_DAMAGED') return;
    throw error;
  }
}
