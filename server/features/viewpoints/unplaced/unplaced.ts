import { AppError } from '#domain/errors.ts';
import { isGeneratedName, UNPLACED_LIMITS, type UnplacedPhoto } from '#domain/viewpoint-history.ts';
import { isFarOff, likeliestViewpoints } from '#domain/viewpoints.ts';
import { projectViewpoints } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentPhoto } from '../history/present.ts';
import { isProjectVisible, listSummaries } from '../history/queries.ts';
import {
  countUnplaced,
  listSimilar,
  listUnplaced,
  type SimilarRow,
  type UnplacedRow,
} from './queries.ts';

type Viewpoint = Awaited<ReturnType<typeof projectViewpoints>>[number];
type Placeable = UnplacedRow & { submissionId: string };

/** The photos of a project that staff are to put at a viewpoint, with the likeliest ones. PROJECT_NOT_FOUND. */
export const unplacedPhotosOf = (
  ctx: Context,
  viewer: Viewer,
  projectId: string,
  limit: number = UNPLACED_LIMITS.photos,
): Promise<{ photos: UnplacedPhoto[]; total: number }> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const { seen, strayIds } = await viewpointsIn(tx, projectId);
    const total = await countUnplaced(tx, projectId, strayIds);
    const rows = limit === 0 ? [] : await listUnplaced(tx, { projectId, strayIds, limit });
    const photos = rows.filter((row): row is Placeable => row.submissionId !== null);
    const ids = photos.map(({ id }) => id);
    const similar = ids.length === 0 ? [] : await listSimilar(tx, ids);
    const others = seen.filter(({ id }) => !strayIds.includes(id));
    return {
      total,
      photos: photos.map((row) => ({
        ...presentPhoto(ctx.signer, viewer, row),
        viewpointId: row.viewpointId,
        reason: reasonOf(row),
        offers: offersOf(row, others, similar),
      })),
    };
  });

/** A viewpoint with less than this share of a project's photos may be there by mistake. */
const SMALL_SHARE = 0.2;

/**
 * The viewpoints of a project that have photos, and those among them that no person has named, with few photos and far
 * off from all others: made by a position that cannot be right.
 */
async function viewpointsIn(tx: Tx, projectId: string) {
  const summaries = await listSummaries(tx, projectId);
  const counts = new Map(summaries.map((row) => [row.viewpointId, row.photoCount]));
  const seen = (await projectViewpoints(tx, projectId)).filter(({ id }) => counts.has(id));
  const all = summaries.reduce((sum, { photoCount }) => sum + photoCount, 0);
  const strays = seen.filter(
    (viewpoint) =>
      isGeneratedName(viewpoint.name) &&
      (counts.get(viewpoint.id) ?? 0) < all * SMALL_SHARE &&
      isFarOff(
        viewpoint,
        seen.filter(({ id }) => id !== viewpoint.id),
      ),
  );
  return { seen, strayIds: strays.map(({ id }) => id) };
}

function reasonOf({ viewpointId, latitude }: UnplacedRow): UnplacedPhoto['reason'] {
  if (viewpointId !== null) return 'far-off';
  return latitude === null ? 'no-position' : 'no-viewpoint';
}

/** What the pictures say comes first; a position that cannot be right says nothing. */
function offersOf(
  { id, viewpointId, ...pose }: UnplacedRow,
  viewpoints: readonly Viewpoint[],
  similar: readonly SimilarRow[],
): UnplacedPhoto['offers'] {
  const place = viewpointId === null ? {} : { latitude: null, longitude: null };
  const known = new Set(viewpoints.map((viewpoint) => viewpoint.id));
  const byPicture = similar.filter((row) => row.fileId === id && known.has(row.viewpointId));
  const found = [
    ...byPicture.map((row) => ({ viewpointId: row.viewpointId, by: 'picture' as const })),
    ...likeliestViewpoints({ ...pose, ...place }, viewpoints).map(({ viewpoint, by }) => ({
      viewpointId: viewpoint.id,
      by,
    })),
  ];
  const isFirst = (offer: { viewpointId: string }, at: number) =>
    found.findIndex((each) => each.viewpointId === offer.viewpointId) === at;
  return found.filter(isFirst).slice(0, UNPLACED_LIMITS.offers);
}
