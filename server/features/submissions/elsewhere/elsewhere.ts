import {
  type Elsewhere,
  type FilesElsewhere,
  filesElsewhere,
  pointExtent,
} from '#domain/elsewhere.ts';
import { AppError } from '#domain/errors.ts';
import type { Bounds } from '#domain/rasters.ts';
import { distanceText, type Units } from '#domain/units.ts';
import { dayIn, mostFrequentDay } from '#domain/weeks.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { unitsOfReader } from '#server/platform/db/reader-units.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  confirmPlaces,
  findDraftFor,
  findHome,
  listPlaces,
  listProjectsAround,
  listShown,
} from './queries.ts';

type PlaceRow = Awaited<ReturnType<typeof listPlaces>>[number];
type Near = Awaited<ReturnType<typeof listProjectsAround>>[number];
type Found = Elsewhere<PlaceRow & { extent: Bounds | null }, Near>;

/** The files of a submission that were not taken at its project, as far as nobody has confirmed them. */
export const submissionElsewhere = (
  ctx: Context,
  viewer: Viewer,
  id: string,
): Promise<FilesElsewhere> =>
  ctx.db.as(viewer, async (tx) => {
    const { found, placed } = await findElsewhere(tx, id);
    const drafts = await draftsFor(tx, found);
    return {
      placed,
      files: found.map(({ file, metres, nearest }) => ({
        fileId: file.id,
        fileName: file.fileName,
        kind: file.kind,
        metres,
        nearest: nearest && {
          projectId: nearest.project.id,
          projectName: nearest.project.name,
          metres: nearest.metres,
          draft: drafts.get(nearest.project.id) ?? null,
        },
      })),
    };
  });

async function findElsewhere(tx: Tx, id: string) {
  const project = await findHome(tx, id);
  if (!project) throw new AppError('SUBMISSION_NOT_FOUND');
  const files = (await listPlaces(tx, id)).map((row) => ({ ...row, extent: extentOf(row) }));
  const extents = files.flatMap(({ extent }) => extent ?? []);
  const around = hullOf(extents);
  const others = around ? await listProjectsAround(tx, project.id, around) : [];
  const isOdd = filesElsewhere(files, { project, others, shown: [] }).length > 0;
  // Without coordinates, most files may still be far from the published weeks.
  const isAsked = isOdd || (around !== null && project.latitude === null);
  const shown = isAsked ? await listShown(tx, project.id, id) : [];
  const found = isAsked ? filesElsewhere(files, { project, others, shown }) : [];
  return {
    project,
    placed: extents.length,
    found: found.filter(({ file }) => !file.isPlaceConfirmed),
  };
}

/** What a map covers, or the place that any other file was taken at. */
function extentOf({ west, south, east, north, latitude, longitude }: PlaceRow): Bounds | null {
  if (west !== null && south !== null && east !== null && north !== null)
    return { west, south, east, north };
  return latitude === null || longitude === null ? null : pointExtent({ latitude, longitude });
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

/** The draft of each project nearby that files are most likely of, by the day they were taken there. */
async function draftsFor(tx: Tx, found: readonly Found[]) {
  const drafts = new Map<string, { id: string; title: string }>();
  const projects = new Map(found.flatMap(({ nearest }) => pair(nearest)));
  for (const [projectId, { timeZone }] of projects) {
    const times = found.flatMap(({ file, nearest }) =>
      nearest?.project.id === projectId && file.capturedAt ? [file.capturedAt] : [],
    );
    const day = mostFrequentDay(times.map((time) => dayIn(time, timeZone)));
    const draft = await findDraftFor(tx, projectId, day);
    if (draft) drafts.set(projectId, draft);
  }
  return drafts;
}

const pair = (nearest: Found['nearest']): [string, Near][] =>
  nearest ? [[nearest.project.id, nearest.project]] : [];

const MAX_NAMED = 3;

/**
 * Refuses to show clients files from elsewhere: FILES_ELSEWHERE, unless each file is `confirmed`
 * here or was before. The caller has locked the submission.
 */
export async function assertPlaced(tx: Tx, id: string, confirmed: readonly string[]) {
  const { project, found } = await findElsewhere(tx, id);
  const known = new Set(confirmed);
  const open = found.filter(({ file }) => file.isForClients && !known.has(file.id));
  if (open.length > 0)
    throw new AppError('FILES_ELSEWHERE', refusal(project.name, open, unitsOfReader(project)));
  const ids = found.map(({ file }) => file.id);
  if (ids.length > 0) await confirmPlaces(tx, id, ids);
}

/** '2 files were not taken at Harbor Tower: A.JPG (3.4 mi away, near North Yard), …' */
function refusal(projectName: string, open: readonly Found[], units: Units): string {
  const named = open.slice(0, MAX_NAMED).map(({ file, metres, nearest }) => {
    const facts = [
      ...(metres === null ? [] : [`${distanceText(metres, units)} away`]),
      ...(nearest ? [`near ${nearest.project.name}`] : []),
    ];
    return `${file.fileName} (${facts.join(', ')})`;
  });
  const rest = open.length > MAX_NAMED ? ` and ${open.length - MAX_NAMED} more` : '';
  const files = open.length === 1 ? '1 file was' : `${open.length} files were`;
  return (
    `${files} not taken at ${projectName}: ${named.join(', ')}${rest}. ` +
    'Move or remove them, or confirm that they belong here.'
  );
}
