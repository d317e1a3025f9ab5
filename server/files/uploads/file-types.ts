import { AppError, isPreviewFault } from '#domain/errors.ts';
import {
  SUPPORTED_IMAGES,
  unsupportedNameMessage,
  SUPPORTED_TYPES,
  SUPPORTED_TEXTS,
} from '#domain/file-types.ts';
import type { FileKind } from '#domain/files.ts';
import { isSidecar } from '#domain/rasters.ts';
import { isForClientsAtFirst } from '#domain/telemetry.ts';
import type { Decoder } from '#server/platform/media/decoder.ts';
import { checkFileSize } from '#server/platform/media/limits.ts';
import type { SniffedFile } from '#server/platform/media/sniff.ts';
import { extensionOf } from './file-name.ts';

export type AcceptedFile = { mime: string; kind: FileKind; isForClients: boolean };

/** Text types can't be told apart by content, so the file's extension must also match. */
const TEXT_TYPES = new Set([
  'text/plain',
  'text/csv',
  'application/x-subrip',
  'application/vnd.google-earth.kml+xml',
]);
const TEXT_EXTENSIONS = new Set(['.txt', '.csv', '.srt', '.kml']);

/** Excludes .tif, which may be a map. */
const PHOTO_NAME = /\.(?:jpe?g|png|webp|avif|gif|heic|heif|dng)$/i;

/** Checks name and size before any bytes arrive. Throws FILE_TYPE_NOT_SUPPORTED or FILE_TOO_LARGE. */
export function checkAnnounced(name: string, bytes: number): void {
  const refusal = unsupportedNameMessage(name);
  if (refusal) throw new AppError('FILE_TYPE_NOT_SUPPORTED', refusal);
  checkFileSize(PHOTO_NAME.test(name) ? 'photo' : 'other', bytes);
}

/** Accepts pictures even if they can't be shown. Throws FILE_TYPE_NOT_SUPPORTED, FILE_EMPTY or FILE_TOO_LARGE. */
export async function examineFile(
  decoder: Decoder,
  path: string,
  name: string,
  bytes: number,
): Promise<AcceptedFile> {
  const type = await typeOf(decoder, path, name);
  const { mime, kind, extension } = type;
  if (kind === 'other') {
    const text = assertText(mime, extension, name);
    const isForClients = isForClientsAtFirst(name, type);
    return { mime: text, kind: isSidecar(name) ? kind : 'document', isForClients };
  }
  checkFileSize(kind, bytes);
  return { mime, kind, isForClients: isForClientsAtFirst(name, type) };
}

/** DJI's encrypted logs, which are kept for staff. */
const FLIGHT_RECORD = /^djiflightrecord.*\.txt$/i;

function assertText(mime: string, extension: string, name: string): string {
  const named = extensionOf(name).toLowerCase();
  if (FLIGHT_RECORD.test(name)) return TEXT_TYPES.has(mime) ? mime : 'application/octet-stream';
  if (TEXT_TYPES.has(mime) && (TEXT_EXTENSIONS.has(named) || isSidecar(name))) return mime;
  if (TEXT_TYPES.has(mime)) {
    const ending = named ? `its name ends in ${named}` : 'its name has no extension';
    throw new AppError(
      'FILE_TYPE_NOT_SUPPORTED',
      `This is a text file, but ${ending}. ${SUPPORTED_TEXTS}`,
    );
  }
  if (mime === 'application/octet-stream')
    throw new AppError('FILE_TYPE_NOT_SUPPORTED', unrecognized(name));
  throw new AppError(
    'FILE_TYPE_NOT_SUPPORTED',
    `This is a file of type ${extension.toUpperCase()} (${mime}). ${mime.startsWith('image/') ? SUPPORTED_IMAGES : SUPPORTED_TYPES}`,
  );
}

const NOT_RECOGNIZED = 'This type of file is not recognized.';
const SUPPORTED_NAME =
  /\.(?:jpe?g|png|webp|avif|gif|hei[cf]|dng|tiff?|mp4|mov|m4v|avi|mkv|webm|m2?ts|3gp|pdf|docx?)$/i;

/** If the extension is a supported one, the message doesn't list the supported types, which would be confusing. */
function unrecognized(name: string): string {
  const ending = extensionOf(name).toLowerCase();
  if (TEXT_EXTENSIONS.has(ending) || isSidecar(name))
    return `This is not a text file, although its name ends in ${ending}. It may be damaged, encrypted or renamed.`;
  return SUPPORTED_NAME.test(name)
    ? `${NOT_RECOGNIZED} Its name ends in ${ending}, but its content does not match. It may be damaged or renamed.`
    : `${NOT_RECOGNIZED} ${SUPPORTED_TYPES}`;
}

/** Treats a file that crashes the reader as unsupported. */
async function typeOf(decoder: Decoder, path: string, name: string): Promise<SniffedFile> {
  try {
    return await decoder.readType(path);
  } catch (cause) {
    if (!isPreviewFault(cause)) throw cause;
    throw new AppError('FILE_TYPE_NOT_SUPPORTED', unrecognized(name), { cause });
  }
}
