import { open, type FileHandle } from 'node:fs/promises';
import { fileTypeFromFile } from 'file-type';
import { AppError } from '#domain/errors.ts';
import type { FileKind } from '#domain/files.ts';
import { errorCode } from '../storage/file-errors.ts';
import { readHeif, type Heif } from './heif.ts';
import { textTypeOf } from './text-type.ts';
import { readTiffTags } from './tiff-tags.ts';

export type SniffedFile = { mime: string; kind: FileKind; extension: string; isTelemetry?: true };

type Bare = Omit<SniffedFile, 'kind'>;

const UNKNOWN: Bare = { mime: 'application/octet-stream', extension: 'bin' };
const TIFF: Bare = { mime: 'image/tiff', extension: 'tif' };
const WORD: Bare = { mime: 'application/msword', extension: 'doc' };
export const DNG = 'image/x-adobe-dng';
const HEAD_BYTES = 64 * 1024;

/** Formats that can be shown: those of sharp's prebuilt libvips, HEIC, and DNG (through its preview). */
const PHOTO_TYPES = new Set([
  'image/jpeg',
  'image/png',
  'image/apng',
  'image/webp',
  'image/avif',
  'image/gif',
  'image/tiff',
  'image/heic',
  'image/heif',
  'image/heic-sequence',
  'image/heif-sequence',
  DNG,
]);
const DOCUMENT_TYPES = new Set([
  'application/pdf',
  WORD.mime,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
]);

/**
 * Detects the type by content, never by name. A TIFF is a `raster` if it is georeferenced, floating-point or has more
 * than four bands. SVG and HTML are `other`: they may contain scripts and must only be served as attachments. Throws
 * FILE_EMPTY.
 */
export async function sniffFile(path: string): Promise<SniffedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size === 0) throw new AppError('FILE_EMPTY');
    const type = await typeOf(path, file, size);
    return { ...type, kind: await kindOf(type.mime, file) };
  } finally {
    await file.close();
  }
}

async function typeOf(path: string, file: FileHandle, size: number): Promise<Bare> {
  const found = await fileTypeFromFile(path).catch((error: unknown) => {
    // Another process has just moved the file; that doesn't mean its type is unknown.
    if (errorCode(error) === 'ENOENT') throw error;
    return undefined;
  });
  const heif = found && /^(?:image|video)\//.test(found.mime) ? await readHeif(file) : null;
  if (heif) return typeOfHeif(heif);
  if (found?.mime === 'application/x-cfb' && (await isWordDocument(file))) return WORD;
  if (found && found.mime !== 'application/xml') return { mime: found.mime, extension: found.ext };
  const head = Buffer.alloc(Math.min(size, HEAD_BYTES));
  await file.read(head, 0, head.length, 0);
  if (isBigTiff(head)) return TIFF;
  return textTypeOf(head, head.length === size) ?? UNKNOWN;
}

/** The detector checks only the first brand and mistakes unknown brands for videos. */
function typeOfHeif({ codec, isAvif }: Heif): Bare {
  if (codec === 'av1' && isAvif) return { mime: 'image/avif', extension: 'avif' };
  return { mime: codec === 'hevc' ? 'image/heic' : 'image/heif', extension: 'heic' };
}

async function kindOf(mime: string, file: FileHandle): Promise<FileKind> {
  if (mime === TIFF.mime) {
    const tags = await readTiffTags(file);
    const measured = tags && (tags.georeferenced || tags.floatSamples || tags.samplesPerPixel > 4);
    return measured ? 'raster' : 'photo';
  }
  if (PHOTO_TYPES.has(mime)) return 'photo';
  if (mime.startsWith('video/')) return 'video';
  return DOCUMENT_TYPES.has(mime) ? 'document' : 'other';
}

function isBigTiff(head: Buffer): boolean {
  const start = head.toString('latin1', 0, 4);
  return start === 'II+\0' || start === 'MM\0+';
}

/** Looks for Word's stream ([MS-DOC] 2.1) in a compound file ([MS-CFB] 2.2: sector size at 30, directory at 48). */
async function isWordDocument(file: FileHandle): Promise<boolean> {
  const header = Buffer.alloc(512);
  await file.read(header, 0, header.length, 0);
  const sectorSize = 1 << Math.min(header.readUInt16LE(30), 12);
  const directory = Buffer.alloc(8 * 1024);
  await file.read(directory, 0, directory.length, (header.readUInt32LE(48) + 1) * sectorSize);
  return directory.includes(Buffer.from('WordDocument', 'utf16le'));
}
