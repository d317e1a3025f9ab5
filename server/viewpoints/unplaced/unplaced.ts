import { AppError } from '#domain/errors.ts';
import { UNPLACED_LIMITS, type UnplacedPhoto } from '#domain/viewpoint-history.ts';
import { isGeneratedName } from '#domain/viewpoint-names.ts';
import { isFarOff, likeliestViewpoints, hasDifferentView } from '#domain/viewpoints.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import { presentPhoto } from '../history/present.ts';
import { SMALL_SHARE } from '../queries.ts';
import { isProjectVisible, listSummaries, listViewpoints } from '../history/queries.ts';
import {
  countUnplaced,
  listSimilar,
  listTaken,
  listUnplaced,
  type SimilarRow,
  type TakenRow,
  type UnplacedRow,
} from './queries.ts';

type Viewpoint = Awaited<ReturnType<typeof listViewpoints>>[number];
type Placeable = UnplacedRow & { submissionId: string };
type Offer = UnplacedPhoto['offers'][number];

/** Photos that staff should assign to viewpoints, with suggestions. Throws PROJECT_NOT_FOUND. */
export const unplacedPhotosOf = (
  ctx: Context,
  viewer: Viewer,
  { projectId, limit = UNPLACED_LIMITS.photos }: { projectId: string; limit?: number },
): Promise<{ photos: UnplacedPhoto[]; total: number }> =>
  ctx.db.as(viewer, async (tx) => {
    if (!(await isProjectVisible(tx, projectId))) throw new AppError('PROJECT_NOT_FOUND');
    const { seen, strayIds } = await viewpointsIn(tx, projectId);
    const total = await countUnplaced(tx, projectId, strayIds);
    const rows = limit === 0 ? [] : await listUnplaced(tx, { projectId, strayIds, limit });
    const photos = rows.filter((row): row is Placeable => row.submissionId !== null);
    const ids = photos.map(({ id }) => id);
    const similar = ids.length === 0 ? [] : await listSimilar(tx, ids);
    const weeks = [...new Set(photos.map(({ submissionId }) => submissionId))];
    const taken = weeks.length === 0 ? [] : await listTaken(tx, weeks);
    const others = seen.filter(({ id }) => !strayIds.includes(id));
    return {
      total,
      photos: photos.map((row) => ({
        ...presentPhoto(ctx.signer, viewer, row),
        viewpointId: row.viewpointId,
        reason: reasonOf(row),
        offers: offersOf(row, others, { similar, taken }),
      })),
    };
  });

/** Whether a viewpoint probably exists only because of a wrong position. */
export async function isStray(tx: Tx, { projectId, viewpointId }: StrayOf): Promise<boolean> {
  if (!projectId) return false;
  const all = await listViewpoints(tx, projectId);
  const [own, others] = [
    all.find(({ id }) => id === viewpointId),
    all.filter(({ id }) => id !== viewpointId),
  ];
  // Quick checks first, because counting photos takes longer.
  if (!own || !isGeneratedName(own.name) || !isFarOff(own, others)) return false;
  return (await viewpointsIn(tx, projectId)).strayIds.includes(own.id);
}

type StrayOf = { projectId: string | null; viewpointId: string };

/** `strayIds` are viewpoints with a generated name, few photos, and a position that must be wrong. */
async function viewpointsIn(tx: Tx, projectId: string) {
  const summaries = await listSummaries(tx, projectId);
  const counts = new Map(summaries.map((row) => [row.viewpointId, row.photoCount]));
  const seen = (await listViewpoints(tx, projectId)).filter(({ id }) => counts.has(id));
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

const isFar = ({
  viewpointId,
  isViewpointPending,
}: Pick<UnplacedRow, 'viewpointId' | 'isViewpointPending'>) =>
  viewpointId !== null || isViewpointPending;

function reasonOf(row: UnplacedRow): UnplacedPhoto['reason'] {
  const { latitude } = row;
  if (isFar(row)) return 'far-off';
  return latitude === null ? 'no-position' : 'no-viewpoint';
}

/** Aligned viewpoints first, then by position, then by similarity or direction, then viewpoints without a photo yet. */
function offersOf(
  { id, submissionId, ...pose }: Placeable,
  viewpoints: readonly Viewpoint[],
  { similar, taken }: { similar: readonly SimilarRow[]; taken: readonly TakenRow[] },
): UnplacedPhoto['offers'] {
  const place = isFar(pose) ? { latitude: null, longitude: null } : {};
  const trusted = { ...pose, ...place };
  const full = new Set(
    taken.filter((row) => row.submissionId === submissionId).map((row) => row.viewpointId),
  );
  const freeFirst = (offers: readonly Offer[]) =>
    offers.toSorted((a, b) => Number(full.has(a.viewpointId)) - Number(full.has(b.viewpointId)));
  const plausible = viewpoints.filter((viewpoint) => !hasDifferentView(trusted, viewpoint));
  const offersFrom = (among: readonly Viewpoint[], rows: readonly SimilarRow[], by: Offer['by']) =>
    rows
      .filter((row) => row.fileId === id && among.some((each) => each.id === row.viewpointId))
      .map((row) => ({ viewpointId: row.viewpointId, by }));
  const shown = Object.groupBy(similar, ({ isAligned }) => (isAligned ? 'aligned' : 'similar'));
  const likely = likeliestViewpoints(trusted, viewpoints).map(({ viewpoint, by }) => ({
    viewpointId: viewpoint.id,
    by,
  }));
  const free = plausible.filter((each) => !full.has(each.id));
  const isPartly = full.size > 0 && free.length <= UNPLACED_LIMITS.offers;
  const found = [
    ...offersFrom(viewpoints, shown.aligned ?? [], 'picture'),
    ...likely.filter(({ by }) => by === 'position'),
    ...freeFirst([
      ...offersFrom(plausible, shown.similar ?? [], 'likeness'),
      ...likely.filter(({ by }) => by === 'direction'),
    ]),
    ...(isPartly ? free.map((each): Offer => ({ viewpointId: each.id, by: 'missing' })) : []),
  ];
  const isFirst = (offer: { viewpointId: string }, at: number) =>
    found.findIndex((each) => each.viewpointId === offer.viewpointId) === at;
  return found.filter(isFirst).slice(0, UNPLACED_LIMITS.offers);
}
