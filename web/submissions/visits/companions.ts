import { groupBy } from '#domain/group-by.ts';
import type { RasterPosition } from '#domain/raster-place.ts';
import { isWorldFile } from '#domain/rasters.ts';
import { videoTimes } from '#domain/video-time.ts';
import type { Place } from '#domain/visit.ts';
import { type CardPhoto, stemOf } from './reading/card-photo.ts';

/** The files of a card by the name that a file shares with what belongs to it: its log, its RAW, its sidecars. */
const byStem = (photos: readonly CardPhoto[]) => groupBy(photos, ({ path }) => stemOf(path));

/**
 * Gives a file the place and time that another of its name says: a video those of its log, sidecars those of their map.
 * `places`: those of rasters, by path.
 */
export function withCompanions(
  photos: readonly CardPhoto[],
  places: ReadonlyMap<string, Place>,
): CardPhoto[] {
  const placed = photos.map((photo) => ({
    ...photo,
    place: photo.place ?? places.get(photo.path) ?? null,
  }));
  const sets = byStem(placed);
  const filmed = timesOfVideos(placed);
  return placed.map((photo) => {
    const others = (sets.get(stemOf(photo.path)) ?? []).filter((other) => other !== photo);
    const found = others.find(({ place }) => place);
    const takenAt = filmed.get(photo) ?? photo.takenAt;
    return {
      ...photo,
      place: photo.place ?? found?.place ?? null,
      timeZone: photo.timeZone ?? found?.timeZone ?? null,
      takenAt: timeOf({ ...photo, takenAt }, others),
    };
  });
}

/** When videos were recorded, milliseconds: in their headers some cameras write local time where UTC is meant. */
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
  // Without any place, nothing tells the zone, and headers count as they are.
  const zone = photos.find(({ timeZone }) => timeZone !== null)?.timeZone ?? 'UTC';
  const times = videoTimes(clues, photoTimes, zone);
  return new Map(
    videos.flatMap((video, index) => {
      const at = times[index]?.capturedAt?.getTime();
      return at === undefined ? [] : [[video, at] as const];
    }),
  );
}

/** A video's log has the clock of the site, its header that of any zone, and the card at least a time. */
function timeOf({ kind, takenAt, modifiedAt }: CardPhoto, others: readonly CardPhoto[]) {
  const said = others.find((other) => other.takenAt !== null)?.takenAt ?? null;
  if (kind === 'video') return said ?? takenAt ?? modifiedAt;
  const film = others.find((other) => other.kind === 'video');
  return takenAt ?? said ?? film?.modifiedAt ?? null;
}

/** What is to be asked of the server: rasters without a place, by path, each with what the files next to it say. */
export function unplacedRasters(photos: readonly CardPhoto[]): [path: string, RasterPosition][] {
  const sets = byStem(photos);
  return photos.flatMap(({ path, raster, place }): [string, RasterPosition][] => {
    if (!raster || place) return [];
    const sidecars = (sets.get(stemOf(path)) ?? []).filter(({ sidecar }) => sidecar !== null);
    const world = sidecars.find((each) => isWorldFile(each.name))?.sidecar ?? null;
    const projection = sidecars.find((each) => !isWorldFile(each.name))?.sidecar ?? null;
    return [[path, { ...raster, worldFile: world, projection }]];
  });
}
