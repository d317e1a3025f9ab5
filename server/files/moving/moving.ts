import { AppError } from '#domain/errors.ts';
import { baseName } from '#domain/rasters.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findElsewhere } from '../elsewhere/elsewhere.ts';
import { listFileIds } from '../queries.ts';
import {
  assignProject,
  assignSubmission,
  type Destination,
  lockFiles,
  listPhotoIds,
  listSidecarIds,
  listViewpointIds,
} from './queries.ts';

type Move = { from: string; to: Destination };

/** Locks the files and their sidecars, which move with them. Throws FILE_NOT_FOUND, or FILE_BUSY while processing. */
export async function filesToMove(tx: Tx, submissionId: string, fileIds: readonly string[]) {
  const chosen = await lockFiles(tx, submissionId, fileIds);
  if (chosen.length !== new Set(fileIds).size) throw new AppError('FILE_NOT_FOUND');
  const names = chosen.map(({ fileName }) => baseName(fileName));
  const sidecarIds = await listSidecarIds(tx, submissionId, { ids: fileIds, names });
  const all = await lockFiles(tx, submissionId, [...fileIds, ...sidecarIds]);
  if (all.some(({ state }) => state === 'processing')) {
    throw new AppError(
      'FILE_BUSY',
      'Some of these files are still processing. Try again when they are ready.',
    );
  }
  return all;
}

/** The caller has locked the files and both submissions. */
export const moveWithinProject = assignSubmission;

/** The caller has locked the files and both projects. Duplicates violate `files_project_sha256_key`. */
export async function moveToProject(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  fileIds: readonly string[],
  { from: fromId, to }: Move,
): Promise<void> {
  const { projectId, submissionId } = to;
  const viewpointIds = await listViewpointIds(tx, fileIds);
  await assignProject(tx, fileIds, to);
  await ctx.record(tx, { type: 'photos.moved', fileIds, fromId, viewpointIds });
  const known = await findElsewhere(tx, submissionId);
  const far = new Set(known?.found.map(({ file }) => file.id));
  for (const fileId of await listPhotoIds(tx, fileIds)) {
    const isElsewhere = far.has(fileId);
    await ctx.record(tx, { type: 'photo.located', fileId, projectId, isElsewhere });
  }
}

/** Includes files in the bin. */
export async function moveAllToProject(
  ctx: Pick<Context, 'record'>,
  tx: Tx,
  move: Move,
): Promise<void> {
  const ids = await listFileIds(tx, { kind: 'submission', id: move.to.submissionId });
  if (ids.length > 0) await moveToProject(ctx, tx, ids, move);
}
