import tzLookup from '@photostructure/tz-lookup';
import { Exifr } from 'exifr';
import type { Blocks } from '#domain/flight-tags.ts';
import { BLOCK_OPTIONS, photoMetadata } from '#domain/photo-metadata.ts';
import { type CardPhoto, folderOf } from './card-photo.ts';
import { jpegHead } from './jpeg-head.ts';
import { readOther } from './read-other.ts';
import { webpHead } from './webp-head.ts';

/** The reader behind `exifr.parse`, whose type the package declares wrongly. */
type Reader = {
  read(source: Blob | Uint8Array): Promise<void>;
  parse(): Promise<Blocks | undefined>;
  extractThumbnail(): Promise<Uint8Array<ArrayBuffer> | undefined>;
};
const BlockReader = Exifr as unknown as new (options: object) => Reader;
const OPTIONS = { ...BLOCK_OPTIONS, ifd1: true };

/** Takes the EXIF of drones with its thumbnail (25-60 KB) in one go. */
const FIRST_BYTES = 64 * 1024;
/** Thermal cameras put raw measurements before the picture; XMP stands before those. */
const MOST_BYTES = 1024 ** 2;

const PHOTO = /\.(jpe?g|png|webp|avif|gif|heic|heif|dng|mpo|tiff?)$/i;
const VIDEO = /\.(mp4|mov|m4v|avi|mkv|webm|wmv|mts|m2ts|mpe?g|3gp)$/i;

const kindOf = (name: string): CardPhoto['kind'] => {
  if (PHOTO.test(name)) return 'photo';
  return VIDEO.test(name) ? 'video' : 'other';
};

/** What is known of a file before it is read. */
export const unreadPhoto = (file: File, path: string): CardPhoto => ({
  path,
  folder: folderOf(path),
  name: file.name,
  size: file.size,
  kind: kindOf(file.name),
  takenAt: null,
  clockDay: null,
  place: null,
  timeZone: null,
  relativeAltitude: null,
  gimbalYaw: null,
  gimbalPitch: null,
  flightYaw: null,
  raster: null,
  sidecar: null,
  modifiedAt: file.lastModified,
  thumbnail: null,
  look: null,
  isCutOff: false,
  isUnreadable: false,
});

/**
 * A photo with what a later look at its picture needs: its pixels, where the picture of a JPEG begins, in bytes, and the
 * JPEG inside, where the file has them.
 */
export type ReadPhoto = {
  photo: CardPhoto;
  pixels: number | null;
  start: number | null;
  inside: Uint8Array<ArrayBuffer> | null;
};

/** The first bytes of files by one request for all, which costs a browser as much as one for a single file. */
export async function readHeads(files: readonly File[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const heads = files.map((file) => file.slice(0, FIRST_BYTES));
  const bytes = await new Blob(heads).arrayBuffer();
  let at = 0;
  return heads.map(({ size }) => new Uint8Array(bytes, (at += size) - size, size));
}

/**
 * Reads the headers of a photo, or what `readOther` does of any other file. `siteTimeZone`: of a clock of which
 * nothing tells the zone; `head`: of `readHeads`. Never rejects because of what is in the file; rejects when it
 * cannot be read. The photo has no thumbnail yet: 500 blobs take as long as 500 headers.
 */
export async function readPhoto(
  file: File,
  path: string,
  siteTimeZone: string,
  head?: Uint8Array<ArrayBuffer>,
): Promise<ReadPhoto> {
  const photo = unreadPhoto(file, path);
  const unseen = { pixels: null, start: null, inside: null };
  if (file.size === 0) return { photo, ...unseen };
  const other = await readOther(file, photo, siteTimeZone);
  if (other) return { photo: other, ...unseen };
  const { source, pixels, start } = await headOf(file, head);
  const { blocks, inside } = await readBlocks(source);
  const said = photoMetadata(blocks, siteTimeZone, null);
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, flightYaw } = said;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const isClockOnly = said.timeZoneSource === 'site';
  return {
    pixels,
    start,
    inside,
    photo: {
      ...photo,
      place,
      relativeAltitude,
      gimbalYaw,
      gimbalPitch,
      flightYaw,
      takenAt: said.capturedAt?.getTime() ?? null,
      clockDay: isClockOnly ? (said.capturedLocal?.slice(0, 10) ?? null) : null,
      timeZone: place && tzLookup(place.latitude, place.longitude),
    },
  };
}

/** As much of a JPEG or WebP as holds its metadata; of anything else the file, from which the reader takes parts. */
async function headOf(
  file: File,
  first?: Uint8Array<ArrayBuffer>,
): Promise<{ source: Blob | Uint8Array; pixels: number | null; start: number | null }> {
  let length = FIRST_BYTES;
  for (let given = first; ; given = undefined) {
    const bytes = given ?? new Uint8Array(await file.slice(0, length).arrayBuffer());
    const head = jpegHead(bytes);
    if (!head)
      return { ...((await webpHead(file)) ?? { source: file, pixels: null }), start: null };
    if (head.isWhole || bytes.length >= Math.min(file.size, MOST_BYTES)) {
      return { source: bytes, pixels: head.pixels, start: head.end };
    }
    length = Math.min(MOST_BYTES, Math.max(head.end + 1024, length * 2));
  }
}

async function readBlocks(source: Blob | Uint8Array) {
  const reader = new BlockReader(OPTIONS);
  try {
    await reader.read(source);
    const blocks = (await reader.parse()) ?? {};
    const inside = await reader.extractThumbnail().catch(() => undefined);
    // A copy, so that it does not hold the headers of a whole card.
    return { blocks, inside: inside ? inside.slice() : null };
  } catch {
    return { blocks: {}, inside: null };
  }
}
