import { AppError } from '#domain/errors.ts';
import { baseName } from '#domain/rasters.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { findElsewhere } from '../elsewhere/elsewhere.ts';
import { listFileIds, updateFile } from '../queries.ts';
import { viewpointOf } from '../viewpoint.ts';
import {
  assignProject,
  assignSubmission,
  deleteEmptyViewpoints,
  type Destination,
  forgetAlignment,
  holdFiles,
  listPhotos,
  listSidecarIds,
  listViewpointIds,
} from './queries.ts';

export type MovedPhoto = { id: string; hasViewpoint: boolean; isNew: boolean };

/**
 * Files of a submission that are to be moved, held, with the sidecars of theirs: without its world file a map has
 * no place. FILE_NOT_FOUND, FILE_BUSY while one is processed.
 */
export async function filesToMove(tx: Tx, submissionId: string, fileIds: readonly string[]) {
  const chosen = await holdFiles(tx, submissionId, fileIds);
  if (chosen.length !== new Set(fileIds).size) throw new AppError('FILE_NOT_FOUND');
  const names = chosen.map(({ fileName }) => baseName(fileName));
  const sidecarIds = await listSidecarIds(tx, submissionId, { ids: fileIds, names });
  const all = await holdFiles(tx, submissionId, [...fileIds, ...sidecarIds]);
  if (all.some(({ state }) => state === 'processing')) {
    throw new AppError(
      'FILE_BUSY',
      'Some of these files are still processing. Move them when they are ready.',
    );
  }
  return all;
}

/** Moves files, held by the caller like both submissions, to another submission of their project. */
export const moveWithinProject = assignSubmission;

/**
 * Moves files, held by the caller like both projects, to a submission of another project and the viewpoints there;
 * viewpoints that only they made are gone. Answers the photos. The transaction breaks `files_project_sha256_key`
 * when the project has some of these bytes already.
 */
export async function moveToProject(
  tx: Tx,
  ids: readonly string[],
  to: Destination,
): Promise<MovedPhoto[]> {
  const left = await listViewpointIds(tx, ids);
  await forgetAlignment(tx, ids);
  await assignProject(tx, ids, to);
  if (left.length > 0) await deleteEmptyViewpoints(tx, left);
  const moved: MovedPhoto[] = [];
  const known = await findElsewhere(tx, to.submissionId);
  const far = new Set(known?.found.map(({ file }) => file.id));
  for (const photo of await listPhotos(tx, ids)) {
    const isFar = () => Promise.resolve(far.has(photo.id));
    const { isNew = false, ...placed } = await viewpointOf(tx, photo, photo, isFar);
    await updateFile(tx, photo.id, { isViewpointPending: false, ...placed });
    moved.push({ id: photo.id, hasViewpoint: placed.viewpointId !== undefined, isNew });
  }
  return moved;
}

/** The same of all files of a submission, also those in the bin. */
export async function moveAllToProject(tx: Tx, to: Destination): Promise<MovedPhoto[]> {
  const ids = await listFileIds(tx, { kind: 'submission', id: to.submissionId });
  return ids.length > 0 ? moveToProject(tx, ids, to) : [];
}
