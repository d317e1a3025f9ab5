import { matchViewpoint } from '#domain/viewpoints.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  holdProject,
  insertViewpoint,
  listViewpoints,
  type FileChanges,
  type FileRow,
} from './queries.ts';

/**
 * The viewpoint of its project that a photo with this pose was taken from, made when there is none
 * yet. Nothing for what is no photo or whose position is unknown. One photo of a project at a
 * time: two at once must not make the same viewpoint twice.
 */
export async function viewpointOf(
  tx: Tx,
  { kind, projectId }: Pick<FileRow, 'kind' | 'projectId'>,
  { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch }: FileChanges,
): Promise<{ viewpointId?: string }> {
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number';
  if (kind !== 'photo' || projectId === null || !hasPlace) return {};
  if (!(await holdProject(tx, projectId))) return {};
  const pose = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch };
  const known = await listViewpoints(tx, projectId);
  const match = matchViewpoint(pose, known);
  if (match) return { viewpointId: match.id };
  const number = (known.at(-1)?.sortOrder ?? 0) + 1;
  const values = { projectId, name: `Viewpoint ${number}`, sortOrder: number, ...pose };
  return { viewpointId: (await insertViewpoint(tx, values)).id };
}
