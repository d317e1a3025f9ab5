import type { ElsewhereFile, FilesElsewhere } from '#domain/elsewhere.ts';
import { AppError } from '#domain/errors.ts';
import { distanceText, type Units } from '#domain/units.ts';
import { dayIn, mostFrequentDay } from '#domain/weeks.ts';
import {
  queueWaitingPhotos,
  confirmPlaces,
  findElsewhere,
  type FoundElsewhere,
} from '#server/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { unitsOfViewer } from '#server/platform/db/expressions.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { findDraftFor } from './queries.ts';

type Near = NonNullable<FoundElsewhere['nearest']>['project'];

/** Files that weren't taken at the project's site, each with the draft to which it probably belongs. */
export const listFilesElsewhere = (
  ctx: Context,
  viewer: Viewer,
  { id }: { id: string },
): Promise<FilesElsewhere> =>
  ctx.db.as(viewer, async (tx) => {
    const { found, open, confirmed, placed } = await readElsewhere(tx, id);
    const drafts = await draftsFor(tx, found);
    const present = (each: FoundElsewhere) => presentElsewhere(each, drafts);
    return { placed, files: open.map(present), confirmed: confirmed.map(present) };
  });

function presentElsewhere(
  { file, meters, nearest }: FoundElsewhere,
  drafts: Awaited<ReturnType<typeof draftsFor>>,
): ElsewhereFile {
  const { id: fileId, fileName, kind } = file;
  if (!nearest) return { fileId, fileName, kind, meters, nearest };
  const { id: projectId, name: projectName } = nearest.project;
  const draft = drafts.get(projectId) ?? null;
  return {
    fileId,
    fileName,
    kind,
    meters,
    nearest: { projectId, projectName, meters: nearest.meters, draft },
  };
}

async function readElsewhere(tx: Tx, id: string) {
  const known = await findElsewhere(tx, id);
  if (!known) throw new AppError('SUBMISSION_NOT_FOUND');
  const open = known.found.filter(({ file }) => !file.isPlaceConfirmed);
  const confirmed = known.found.filter(({ file }) => file.isPlaceConfirmed);
  return { ...known, open, confirmed };
}

/** By project id, the draft for the day on which most of the files were taken. */
async function draftsFor(tx: Tx, found: readonly FoundElsewhere[]) {
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

const pair = (nearest: FoundElsewhere['nearest']): [string, Near][] =>
  nearest ? [[nearest.project.id, nearest.project]] : [];

const MAX_NAMED = 3;

/**
 * Throws FILES_ELSEWHERE unless all files from elsewhere that clients would see are `confirmed`. The caller has locked
 * the submission.
 */
export async function assertPlaced(
  ctx: Pick<Context, 'queue'>,
  tx: Tx,
  id: string,
  confirmed: readonly string[],
) {
  const { project, open } = await readElsewhere(tx, id);
  const known = new Set(confirmed);
  const shown = open.filter(({ file }) => file.isForClients && !known.has(file.id));
  if (shown.length > 0)
    throw new AppError(
      'FILES_ELSEWHERE',
      errorMessage(project.name, shown, unitsOfViewer(project)),
    );
  const ids = open.map(({ file }) => file.id);
  if (ids.length > 0) await confirmPlaces(tx, id, ids);
  await queueWaitingPhotos(ctx, tx);
}

function errorMessage(projectName: string, open: readonly FoundElsewhere[], units: Units): string {
  const named = open.slice(0, MAX_NAMED).map(({ file, meters, nearest }) => {
    const facts = [
      ...(meters === null ? [] : [`${distanceText(meters, units)} away`]),
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
