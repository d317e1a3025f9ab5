import tzLookup from '@photostructure/tz-lookup';
import { SIDECAR_BYTES } from '#domain/raster-place.ts';
import { isSidecar } from '#domain/rasters.ts';
import type { CardPhoto } from './card-photo.ts';
import { readMovie } from './read-movie.ts';
import { isGeoreferenced, readRaster } from './read-raster.ts';
import { readTrack } from './read-track.ts';

const TIFF = /\.tiff?$/i;

/**
 * What a file says that is no photo: a map where it is, a video, flight log or track where and when it was recorded.
 * Null for a photo. Rejects when the file cannot be read.
 */
export async function readOther(
  file: File,
  photo: CardPhoto,
  siteTimeZone: string,
): Promise<CardPhoto | null> {
  if (TIFF.test(file.name)) {
    const raster = await readRaster(file);
    return raster && isGeoreferenced(raster) ? { ...photo, kind: 'other', raster } : null;
  }
  if (photo.kind === 'photo') return null;
  if (isSidecar(file.name)) {
    return { ...photo, sidecar: await file.slice(0, SIDECAR_BYTES).text() };
  }
  const reading = photo.kind === 'video' ? readMovie(file) : readTrack(file, siteTimeZone);
  const fix = await reading.catch((error: unknown) => {
    // The browser's own errors are about reading, all others about damage.
    if (error instanceof DOMException) throw error;
    return null;
  });
  if (!fix?.place) return { ...photo, takenAt: fix?.takenAt ?? null };
  const { latitude, longitude } = fix.place;
  return { ...photo, ...fix, timeZone: tzLookup(latitude, longitude) };
}
