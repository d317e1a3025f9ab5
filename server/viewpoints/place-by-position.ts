import { nextViewpointName } from '#domain/viewpoint-names.ts';
import { isLensKnown, lensName } from '#domain/lens.ts';
import { matchViewpoint } from '#domain/viewpoints.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { isTakenElsewhere } from './elsewhere/elsewhere.ts';
import { writeViewpointLens } from './lenses/queries.ts';
import {
  holdProject,
  insertViewpoint,
  listLearntPoses,
  listViewpoints,
  type FileChanges,
  type FileRow,
} from './queries.ts';

type PhotoPose = Pick<
  FileChanges,
  | 'latitude'
  | 'longitude'
  | 'relativeAltitude'
  | 'gimbalYaw'
  | 'gimbalPitch'
  | 'lens'
  | 'focalLength'
  | 'equivalentFocalLength'
>;

type Photo = Pick<
  FileRow,
  'id' | 'kind' | 'projectId' | 'submissionId' | 'fileName' | 'isPlaceConfirmed'
>;

type Found = { viewpointId?: string; isViewpointPending?: boolean; isNew?: boolean };

/**
 * Finds the project's viewpoint for a photo with this pose and lens, or creates it (`isNew`). For a photo taken
 * elsewhere, creation waits until its place is confirmed. Nothing if the file isn't a photo or has no position.
 * Handles one photo of a project at a time, so that two don't create the same viewpoint twice.
 */
export async function viewpointOf(
  tx: Tx,
  photo: Photo,
  pose: PhotoPose,
  isElsewhere: typeof isTakenElsewhere = isTakenElsewhere,
): Promise<Found> {
  const { kind, projectId } = photo;
  const { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch } = pose;
  const { lens, focalLength, equivalentFocalLength } = pose;
  const hasPlace = typeof latitude === 'number' && typeof longitude === 'number';
  if (kind !== 'photo' || projectId === null || !hasPlace) return {};
  if (!(await holdProject(tx, projectId))) return {};
  const known = await listViewpoints(tx, projectId);
  const facts = { lens, focalLength, equivalentFocalLength };
  const place = { latitude, longitude, relativeAltitude, gimbalYaw, gimbalPitch, ...facts };
  const match = matchViewpoint(place, [...known, ...(await listLearntPoses(tx, projectId))]);
  if (match) {
    const { lens: before } = known.find(({ id }) => id === match.id) ?? match;
    // Its photos have said nothing of their lens; those of a zoom may have been taken by mistake.
    if (before === 'unknown' && !isLensKnown(match) && isLensKnown(facts) && !lensName(facts))
      await writeViewpointLens(tx, match.id, facts);
    return { viewpointId: match.id, isViewpointPending: false };
  }
  if (!photo.isPlaceConfirmed && (await isElsewhere(tx, photo, { latitude, longitude })))
    return { isViewpointPending: true };
  const names = known.map((viewpoint) => viewpoint.name);
  const name = nextViewpointName(names, place);
  const values = { projectId, name, sortOrder: (known.at(-1)?.sortOrder ?? 0) + 1, ...place };
  const { id: viewpointId } = await insertViewpoint(tx, values);
  return { viewpointId, isViewpointPending: false, isNew: true };
}
