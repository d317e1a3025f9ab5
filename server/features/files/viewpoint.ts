import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { matchViewpoint } from '#domain/viewpoints.ts';
import type { Tx } from '#server/platform/db/database.ts';
import {
  holdProject,
  insertViewpoint,
  listLearntPoses,
  listViewpoints,
  type FileChanges,
  type FileRow,
} from './queries.ts';

/**
 * The viewpoint of its project that a photo with this pose was taken from, made when there is none
 * yet, which is said. Nothing for what is no photo or whose position is unknown. One photo of a project
 * at a time: two at once must not make the same viewpoint twice.
 */
export async function viewpointOf(
  tx: Tx,
  { kind, projectId }: Pick<FileRow, 'kind' | 'projectId'>,
  pose: Pick<
    FileChanges,
    'latitude' | 'longitude' | 'relativeAltitude' | 'gimbalYaw' | 'gimbalPitch'
  >,
): Promise<{ viewpointId?: string; isNew?: boolean }> {
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = pose;
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number';
  if (kind !== 'photo' || projectId === null || !hasPlace) return {};
  if (!(await holdProject(tx, projectId))) return {};
  const known = await listViewpoints(tx, projectId);
  const place = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch };
  const match = matchViewpoint(place, [...known, ...(await listLearntPoses(tx, projectId))]);
  if (match) return { viewpointId: match.id };
  const name = nextViewpointName(known.map((viewpoint) => viewpoint.name));
  const values = { projectId, name, sortOrder: (known.at(-1)?.sortOrder ?? 0) + 1, ...place };
  return { viewpointId: (await insertViewpoint(tx, values)).id, isNew: true };
}
