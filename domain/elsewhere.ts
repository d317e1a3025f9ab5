import { z } from 'zod';
import { Id } from './fields.ts';
import { FileKind } from './files.ts';
import { baseName, type Bounds } from './rasters.ts';
import { distanceMeters } from './viewpoints.ts';
import {
  isElsewhere,
  PROJECT_METERS,
  SITE_METERS,
  groupBySite,
  type Place,
} from './card-visits.ts';

export const ElsewhereFile = z.object({
  fileId: Id,
  fileName: z.string(),
  kind: FileKind,
  /**
   * Meters from the project's coordinates. Without those, from its nearest published file, or from most of this
   * submission's files.
   */
  meters: z.number().nullable(),
  nearest: z
    .object({
      projectId: Id,
      projectName: z.string(),
      meters: z.number(),
      draft: z.object({ id: Id, title: z.string() }).nullable(),
    })
    .nullable(),
});
export type ElsewhereFile = z.infer<typeof ElsewhereFile>;

export const FilesElsewhere = z.object({
  files: z.array(ElsewhereFile),
  confirmed: z.array(ElsewhereFile),
  placed: z.int(),
});
export type FilesElsewhere = z.infer<typeof FilesElsewhere>;

type OptionalPlace = { latitude: number | null; longitude: number | null };

/** `extent` is where the file was taken, or the area a map covers; null if unknown. */
export type LocatedFile = { id: string; fileName: string; kind: FileKind; extent: Bounds | null };

export type PublishedPlace = Place & { submissionId: string };

type Nearest<P> = { project: P; meters: number };
export type Elsewhere<F, P> = { file: F; meters: number | null; nearest: Nearest<P> | null };

export const pointExtent = ({ latitude, longitude }: Place): Bounds => ({
  west: longitude,
  south: latitude,
  east: longitude,
  north: latitude,
});

const nearestPart = ({ west, south, east, north }: Bounds, to: Place): Place => ({
  latitude: Math.min(north, Math.max(south, to.latitude)),
  longitude: Math.min(east, Math.max(west, to.longitude)),
});

const metersToExtent = (extent: Bounds, to: Place): number =>
  distanceMeters(to, nearestPart(extent, to));

/** A file near its own project counts as another project's only if that one is this many times closer. */
const MIN_DISTANCE_RATIO = 2;
const LINE_OF_SIGHT_METERS = 500;

const MIN_SUBMISSIONS_AT_OTHER = 2;

/**
 * Files that weren't taken at their project, in order. "At" means near its coordinates or near its published
 * submissions (`shown`), so a large site or wrong coordinates cause only one warning. If a project has neither, the
 * place of most files counts; if there is no such place, only files at another project are listed. Files without a
 * position are never listed, except sidecars.
 */
export function filesElsewhere<F extends LocatedFile, P extends OptionalPlace>(
  files: readonly F[],
  home: { project: OptionalPlace; others: readonly P[]; shown: readonly PublishedPlace[] },
): Elsewhere<F, P>[] {
  const located = files.flatMap((file) => (file.extent ? [{ file, extent: file.extent }] : []));
  const main = mainPlace(located);
  const found = located.flatMap(({ file, extent }) => {
    const classified = classify(extent, { ...home, main });
    return classified ? [{ file, ...classified }] : [];
  });
  const byName = new Map(found.map((each) => [baseName(each.file.fileName), each]));
  const sidecars = files.flatMap((file) => {
    const of = isSidecarKind(file) ? byName.get(baseName(file.fileName)) : undefined;
    return of ? [{ ...of, file }] : [];
  });
  const at = new Map(files.map(({ id }, index) => [id, index]));
  return [...found, ...sidecars].toSorted(
    (a, b) => (at.get(a.file.id) ?? 0) - (at.get(b.file.id) ?? 0),
  );
}

const isSidecarKind = ({ kind, extent }: Pick<LocatedFile, 'kind' | 'extent'>): boolean =>
  extent === null && (kind === 'other' || kind === 'document');

type Home<P> = {
  project: OptionalPlace;
  others: readonly P[];
  shown: readonly PublishedPlace[];
  main: Place | null;
};

function classify<P extends OptionalPlace>(extent: Bounds, home: Home<P>) {
  const next = nearestTo(extent, home.others);
  const nearest = next && !isElsewhere(next.meters) ? next : null;
  const own = metersFrom(extent, home.project);
  if (own === null) return classifyWithoutProject(extent, home, nearest);
  const isAtAnother =
    nearest !== null &&
    nearest.meters <= SITE_METERS &&
    own > SITE_METERS &&
    nearest.meters * MIN_DISTANCE_RATIO < own;
  if (!isElsewhere(own) && !isAtAnother) return null;
  const reach = isAtAnother ? LINE_OF_SIGHT_METERS : PROJECT_METERS;
  const around = home.shown.filter((place) => metersToExtent(extent, place) <= reach);
  const weeks = new Set(around.map(({ submissionId }) => submissionId)).size;
  return weeks >= (isAtAnother ? MIN_SUBMISSIONS_AT_OTHER : 1) ? null : { meters: own, nearest };
}

function classifyWithoutProject<P>(
  extent: Bounds,
  { shown, main }: Pick<Home<P>, 'shown' | 'main'>,
  nearest: Nearest<P> | null,
) {
  const places = shown.length > 0 ? shown : main ? [main] : [];
  if (places.length === 0) {
    const isThere = nearest !== null && nearest.meters <= SITE_METERS;
    return isThere ? { meters: null, nearest } : null;
  }
  const meters = Math.min(...places.map((place) => metersToExtent(extent, place)));
  return isElsewhere(meters) ? { meters, nearest } : null;
}

function mainPlace(located: readonly { extent: Bounds }[]): Place | null {
  const places = located.map(({ extent }) => ({ place: centerOf(extent) }));
  const main = groupBySite(places).find(({ files }) => files.length * 2 > places.length);
  return main?.place ?? null;
}

const centerOf = ({ west, south, east, north }: Bounds): Place => ({
  latitude: (south + north) / 2,
  longitude: (west + east) / 2,
});

const metersFrom = (extent: Bounds, { latitude, longitude }: OptionalPlace): number | null =>
  latitude === null || longitude === null ? null : metersToExtent(extent, { latitude, longitude });

function nearestTo<P extends OptionalPlace>(
  extent: Bounds,
  projects: readonly P[],
): Nearest<P> | null {
  const near = projects.flatMap((project) => {
    const meters = metersFrom(extent, project);
    return meters === null ? [] : [{ project, meters }];
  });
  return near.toSorted((a, b) => a.meters - b.meters)[0] ?? null;
}
