import exifr from 'exifr';
import { bareJpeg } from '#domain/bare-jpeg.ts';
import type { PhotoType } from '#domain/files.ts';
import type { Blocks } from '#domain/flight-tags.ts';
import {
  BLOCK_OPTIONS,
  photoMetadata,
  type PhotoMetadata as WrittenMetadata,
} from '#domain/photo-metadata.ts';
import { photoTypeOf } from './photo-type.ts';
import { sharp } from '../sharp.ts';

/** The reader behind `exifr.parse`, whose type the package declares wrongly. */
type Reader = {
  read(source: string | Uint8Array): Promise<void>;
  parse(): Promise<Blocks | undefined>;
  file?: { close?(): Promise<void> };
};
const { Exifr } = exifr as unknown as { Exifr: new (options: object) => Reader };

/** What a photo says of itself, and what it is besides a picture. */
export type PhotoMetadata = WrittenMetadata & { photoType: PhotoType | null };

/**
 * Reads EXIF and XMP of a JPEG, TIFF, DNG, PNG, WebP, AVIF or HEIC file. Never throws because of what
 * is in the file: broken parts come back as null, with a `warning`.
 */
export async function readPhotoMetadata(
  path: string,
  siteTimeZone: string,
): Promise<PhotoMetadata> {
  const { blocks, warning } = await readBlocks(path);
  const photoType = await photoTypeOf(path, blocks);
  return { ...photoMetadata(blocks, siteTimeZone, warning), photoType };
}

/**
 * Reads what blocks there are, as far as they can be read. `warning` says in words what is damaged.
 * Throws only when the system does, for instance because there is no such file.
 */
async function readBlocks(path: string): Promise<{ blocks: Blocks; warning: string | null }> {
  const problem = (error: unknown): Found => {
    if (error instanceof Error && 'syscall' in error) throw error;
    return { blocks: {}, problem: error };
  };
  let found = await parse(path).catch(problem);
  if (found.problem !== undefined) {
    const more = await parseWithSharp(path).catch(() => null);
    if (more) found = more;
  }
  const strange = found.problem instanceof Error && found.problem.message === 'Unknown file format';
  const whole = found.problem === undefined || strange;
  return { blocks: found.blocks, warning: whole ? null : damaged(found.problem) };
}

type Found = { blocks: Blocks; problem?: unknown };

/** exifr's own `parse` leaves the file open when it fails; here it is always closed. */
async function parse(source: string | Uint8Array): Promise<Found> {
  const reader = new Exifr(BLOCK_OPTIONS);
  try {
    await reader.read(source);
    const { errors = [], ...blocks } = (await reader.parse()) ?? {};
    return { blocks, problem: Array.isArray(errors) ? (errors as unknown[])[0] : undefined };
  } finally {
    await reader.file?.close?.();
  }
}

/** For containers that exifr does not open (WebP, some AVIF): sharp finds the blocks in them. */
async function parseWithSharp(path: string): Promise<Found | null> {
  const { exif, xmp } = await sharp(path, { limitInputPixels: false }).metadata();
  return exif || xmp ? parse(bareJpeg(exif, xmp)) : null;
}

const damaged = (error: unknown) =>
  `The metadata of this photo is damaged: ${error instanceof Error ? error.message : String(error)}`;
