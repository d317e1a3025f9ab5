import {
  type Elsewhere,
  filesElsewhere,
  type LocatedFile,
  pointExtent,
} from '#domain/elsewhere.ts';
import type { Bounds } from '#domain/rasters.ts';
import type { Place } from '#domain/card-visits.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { FileRow } from '../queries.ts';
import { findHome, listPlaces, listProjectsAround, listShown } from './queries.ts';

type Home = NonNullable<Awaited<ReturnType<typeof findHome>>>;
type PlaceRow = Awaited<ReturnType<typeof listPlaces>>[number];
type Near = Awaited<ReturnType<typeof listProjectsAround>>[number];
export type FoundElsewhere = Elsewhere<PlaceRow & { extent: Bounds | null }, Near>;

/**
 * Includes confirmed files. `placed` is the number of files with a position. Returns undefined for an unknown
 * submission.
 */
export async function findElsewhere(tx: Tx, submissionId: string) {
  const project = await findHome(tx, submissionId);
  if (!project) return undefined;
  const files = (await listPlaces(tx, submissionId)).map(withExtent);
  const found = await elsewhereAmong(tx, { project, submissionId }, files);
  return { project, found, placed: files.filter(({ extent }) => extent).length };
}

export async function isTakenElsewhere(
  tx: Tx,
  { id, fileName, submissionId }: Pick<FileRow, 'id' | 'fileName' | 'submissionId'>,
  place: Place,
): Promise<boolean> {
  const project = submissionId === null ? undefined : await findHome(tx, submissionId);
  if (submissionId === null || !project) return false;
  const file: LocatedFile = { id, fileName, kind: 'photo', extent: pointExtent(place) };
  const rest = isHomeKnown(project) ? [] : await listPlaces(tx, submissionId);
  const files = [...rest.filter((other) => other.id !== id).map(withExtent), file];
  const found = await elsewhereAmong(tx, { project, submissionId }, files);
  return found.some((each) => each.file.id === id);
}

/** If false, the place where most of a submission's files were taken counts as the site. */
export const isHomeKnown = ({ latitude, hasShown }: Home): boolean => latitude !== null || hasShown;

async function elsewhereAmong<F extends LocatedFile>(
  tx: Tx,
  { project, submissionId }: { project: Home; submissionId: string },
  files: readonly F[],
): Promise<Elsewhere<F, Near>[]> {
  const around = hullOf(files.flatMap(({ extent }) => extent ?? []));
  if (!around) return [];
  const others = await listProjectsAround(tx, project.id, around);
  const odd = filesElsewhere(files, { project, others, shown: [] });
  // Published submissions also count if the project has no coordinates, because most of the files may be far from them.
  const needsHistory = project.hasShown && (odd.length > 0 || project.latitude === null);
  if (!needsHistory) return odd;
  const shown = await listShown(tx, project.id, submissionId);
  return filesElsewhere(files, { project, others, shown });
}

/** `extent` is the area of a map, or the point where any other file was taken. */
function withExtent(row: PlaceRow) {
  const { west, south, east, north, latitude, longitude } = row;
  const point =
    latitude === null || longitude === null ? null : pointExtent({ latitude, longitude });
  const isMap = west !== null && south !== null && east !== null && north !== null;
  return { ...row, extent: isMap ? { west, south, east, north } : point };
}

function hullOf(extents: readonly Bounds[]): Bounds | null {
  if (extents.length === 0) return null;
  return {
    west: Math.min(...extents.map(({ west }) => west)),
    south: Math.min(...extents.map(({ south }) => south)),
    east: Math.max(...extents.map(({ east }) => east)),
    north: Math.max(...extents.map(({ north }) => north)),
  };
}
