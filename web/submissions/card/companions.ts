import { groupBy } from '#domain/group-by.ts';
import type { RasterPosition } from '#domain/raster-place.ts';
import { isWorldFile } from '#domain/rasters.ts';
import { videoTimes } from '#domain/video-time.ts';
import type { Place } from '#domain/card-visits.ts';
import { type CardPhoto, stemOf } from './reading/card-photo.ts';

/**
 * Groups files that have the same name apart from the extension: a photo or video with its log, RAW file and sidecars.
 */
const groupByStem = (photos: readonly CardPhoto[]) => groupBy(photos, ({ path }) => stemOf(path));

/**
 * Fills in missing places and times from files with the same name: a video's from its log, a sidecar's from its map.
 * `places` are the places of rasters, by path.
 */
export function withCompanions(
  photos: readonly CardPhoto[],
  places: ReadonlyMap<string, Place>,
): CardPhoto[] {
  const placed = photos.map((photo) => ({
    ...photo,
    place: photo.place ?? places.get(photo.path) ?? null,
  }));
  const sets = groupByStem(placed);
  const recordedAt = timesOfVideos(placed);
  return placed.map((photo) => {
    const others = (sets.get(stemOf(photo.path)) ?? []).filter((other) => other !== photo);
    const found = others.find(({ place }) => place);
    const takenAt = recordedAt.get(photo) ?? photo.takenAt;
    return {
      ...photo,
      place: photo.place ?? found?.place ?? null,
      timeZone: photo.timeZone ?? found?.timeZone ?? null,
      takenAt: timeOf({ ...photo, takenAt }, others),
    };
  });
}

/** Recording times of videos in ms. Some cameras write local time into the header field for UTC. */
function timesOfVideos(photos: readonly CardPhoto[]): Map<CardPhoto, number> {
  const videos = photos.filter(({ kind }) => kind === 'video');
  const clues = videos.map(({ name, takenAt, place, modifiedAt }) => ({
    fileName: name,
    headerTime: takenAt === null ? null : new Date(takenAt),
    seconds: null,
    position: place,
    logClock: null,
    uploadedAt: new Date(modifiedAt),
  }));
  const photoTimes = photos.flatMap(({ kind, takenAt }) =>
    kind === 'photo' && takenAt !== null ? [takenAt] : [],
  );
  // Without any place, the time zone is unknown, so header times are assumed to be UTC.
  const zone = photos.find(({ timeZone }) => timeZone !== null)?.timeZone ?? 'UTC';
  const times = videoTimes(clues, photoTimes, zone);
  return new Map(
    videos.flatMap((video, index) => {
      const at = times[index]?.capturedAt?.getTime();
      return at === undefined ? [] : [[video, at] as const];
    }),
  );
}

/** For videos, the time in the log comes first, because the time zone of a video's header is uncertain. */
function timeOf({ kind, takenAt, modifiedAt }: CardPhoto, others: readonly CardPhoto[]) {
  const loggedAt = others.find((other) => other.takenAt !== null)?.takenAt ?? null;
  if (kind === 'video') return loggedAt ?? takenAt ?? modifiedAt;
  const video = others.find((other) => other.kind === 'video');
  return takenAt ?? loggedAt ?? video?.modifiedAt ?? null;
}

/** Rasters without a place, for the server to locate: their path, and values from their header and sidecar files. */
export function unplacedRasters(photos: readonly CardPhoto[]): [path: string, RasterPosition][] {
  const sets = groupByStem(photos);
  return photos.flatMap(({ path, raster, place }): [string, RasterPosition][] => {
    if (!raster || place) return [];
    const sidecars = (sets.get(stemOf(path)) ?? []).filter(({ sidecar }) => sidecar !== null);
    const world = sidecars.find((each) => isWorldFile(each.name))?.sidecar ?? null;
    const projection = sidecars.find((each) => !isWorldFile(each.name))?.sidecar ?? null;
    return [[path, { ...raster, worldFile: world, projection }]];
  });
}
