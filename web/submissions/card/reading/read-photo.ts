import tzLookup from '@photostructure/tz-lookup';
import type { Blocks } from '#domain/flight-tags.ts';
import { lensFacts } from '#domain/lens.ts';
import { withHead } from '#domain/photo-file/jpeg.ts';
import { readPhotoBlocks } from '#domain/photo-file/photo-blocks.ts';
import { photoMetadata } from '#domain/photo-metadata.ts';
import { type CardPhoto, folderOf } from './card-photo.ts';
import { SIDECAR_BYTES } from '#domain/raster-place.ts';
import { isSidecar } from '#domain/rasters.ts';
import { readMovie } from './read-movie.ts';
import { isGeoreferenced, readRaster } from './read-raster.ts';
import { readTrack } from './read-track.ts';

const TIFF_NAME = /\.tiff?$/i;

/**
 * Reads the place and time of maps, videos, flight logs and tracks. Null for a photo. Rejects if the file can't be
 * read.
 */
async function readOther(
  file: File,
  photo: CardPhoto,
  siteTimeZone: string,
): Promise<CardPhoto | null> {
  if (TIFF_NAME.test(file.name)) {
    const raster = await readRaster(file);
    return raster && isGeoreferenced(raster) ? { ...photo, kind: 'other', raster } : null;
  }
  if (photo.kind === 'photo') return null;
  if (isSidecar(file.name)) {
    return { ...photo, sidecar: await file.slice(0, SIDECAR_BYTES).text() };
  }
  const reading = photo.kind === 'video' ? readMovie(file) : readTrack(file, siteTimeZone);
  const fix = await reading.catch((error: unknown) => {
    // A DOMException is a read error; anything else means a damaged file.
    if (error instanceof DOMException) throw error;
    return null;
  });
  if (!fix?.place) return { ...photo, takenAt: fix?.takenAt ?? null };
  const { latitude, longitude } = fix.place;
  return { ...photo, ...fix, timeZone: tzLookup(latitude, longitude) };
}

/** Enough for a drone's EXIF with its thumbnail (25-60 KB). */
const FIRST_BYTES = 64 * 1024;

const PHOTO_NAME = /\.(jpe?g|png|webp|avif|gif|heic|heif|dng|mpo|tiff?)$/i;
const VIDEO_NAME = /\.(mp4|mov|m4v|avi|mkv|webm|wmv|mts|m2ts|mpe?g|3gp)$/i;

const kindOf = (name: string): CardPhoto['kind'] => {
  if (PHOTO_NAME.test(name)) return 'photo';
  return VIDEO_NAME.test(name) ? 'video' : 'other';
};

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
  cameraModel: null,
  bandName: null,
  samples: null,
  isStitched: false,
  raster: null,
  sidecar: null,
  modifiedAt: file.lastModified,
  thumbnail: null,
  look: null,
  isCutOff: false,
  isUnreadable: false,
});

/**
 * A photo with the values needed to check its picture: pixel count, start of the JPEG data in bytes, and the embedded
 * JPEG, if any.
 */
export type ReadPhoto = {
  photo: CardPhoto;
  pixels: number | null;
  start: number | null;
  inside: Uint8Array<ArrayBuffer> | null;
};

/** Reads the first bytes of all files at once, which takes a browser no longer than reading one file. */
export async function readHeads(files: readonly File[]): Promise<Uint8Array<ArrayBuffer>[]> {
  const heads = files.map((file) => file.slice(0, FIRST_BYTES));
  const bytes = await new Blob(heads).arrayBuffer();
  let at = 0;
  return heads.map(({ size }) => new Uint8Array(bytes, (at += size) - size, size));
}

/**
 * Reads the headers of a photo, or calls `readOther` for other files. `siteTimeZone` is the time zone of clocks that
 * don't record one; `head` comes from `readHeads`. Rejects for unreadable files, but not for damaged content. Leaves
 * out the thumbnail, because creating 500 blobs takes as long as reading 500 headers.
 */
export async function readPhoto(
  file: File,
  path: string,
  siteTimeZone: string,
  head?: Uint8Array<ArrayBuffer>,
): Promise<ReadPhoto> {
  const photo = unreadPhoto(file, path);
  const noPicture = { pixels: null, start: null, inside: null };
  if (file.size === 0) return { photo, ...noPicture };
  const other = await readOther(file, photo, siteTimeZone);
  if (other) return { photo: other, ...noPicture };
  const read = async (at: number, length: number) =>
    new Uint8Array(await file.slice(at, at + length).arrayBuffer());
  const source = withHead({ size: file.size, read }, head ?? (await read(0, FIRST_BYTES)));
  const { blocks, thumbnail: inside, pixels, scanStart: start } = await readPhotoBlocks(source);
  const metadata = photoMetadata(blocks, siteTimeZone);
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, flightYaw } = metadata;
  const { cameraModel, bandName, samples, isStitched } = metadata;
  const place = latitude === null || longitude === null ? null : { latitude, longitude };
  const isClockOnly = metadata.timeZoneSource === 'site';
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
      cameraModel,
      bandName,
      samples,
      isStitched,
      ...lensFacts({ ...metadata, fileName: file.name, photoType: photoTypeOf(blocks) }),
      takenAt: metadata.capturedAt?.getTime() ?? null,
      clockDay: isClockOnly ? (metadata.capturedLocal?.slice(0, 10) ?? null) : null,
      timeZone: place && tzLookup(place.latitude, place.longitude),
    },
  };
}

/** Whether a photo is a full sphere (Photo Sphere XMP Metadata). */
const photoTypeOf = ({ xmp }: Blocks) =>
  xmp?.['ProjectionType'] === 'equirectangular' ? 'panorama' : null;
