import { differsInLens } from '#domain/lens.ts';
import { looksDown } from '#domain/directions.ts';
import { compose, inverse, type Size } from '#domain/homography.ts';
import { viewpointRefusal, stepRefusal } from '#domain/alignment.ts';
import type { Context } from '#server/platform/context.ts';
import { alignPair, type PairAlignment } from './align-pair.ts';
import { listPlacedLookingDown, type FlatPhoto, type PhotoRow } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;
/** `beside` limits the neighbors tried in the same submission, `viewpoints` the viewpoints tried per neighbor. */
const LIMITS = { beside: 2, viewpoints: 4 };

/**
 * Buildings change beyond recognition between submissions, but photos from the same day match. So a photo that looks
 * down is compared with a neighbor: the two must be aligned like two earlier photos, one from the neighbor's viewpoint
 * and one from the viewpoint to find. Returns null unless exactly one viewpoint fits.
 */
export async function placeViaNeighbor(
  ctx: Context,
  photo: FlatPhoto,
  signal?: AbortSignal,
): Promise<string | null> {
  const { projectId, capturedAt } = photo;
  if (!projectId || !looksDown(photo)) return null;
  const near = capturedAt ?? ctx.clock();
  const placed = await ctx.db.as(SYSTEM, (tx) => listPlacedLookingDown(tx, projectId, near));
  const alignTo = (moving: FlatPhoto, fixed: FlatPhoto) =>
    alignPair(ctx, moving, fixed, { signal, refuse: stepRefusal });
  const found = new Set<string>();
  const ofLens = placed.filter((other) => !differsInLens(photo, other));
  const sameWeek = ofLens.filter(({ submissionId }) => submissionId === photo.submissionId);
  for (const neighbor of sameWeek.slice(0, LIMITS.beside)) {
    const now = await alignTo(photo, neighbor);
    if (!now.matrix) continue;
    for (const pair of pairsBefore(ofLens, neighbor).slice(0, LIMITS.viewpoints)) {
      const between = await alignPair(ctx, neighbor, pair.neighbor, { signal });
      const then = between.matrix && (await alignTo(pair.photo, pair.neighbor));
      if (then && isPlausible(photo, pair.photo, [now, between, then]))
        found.add(pair.photo.viewpointId);
    }
    if (found.size > 0) break;
  }
  const [viewpointId = null, ...more] = found;
  return more.length === 0 ? viewpointId : null;
}

/** For each other viewpoint, the latest photo from a submission with a photo at the neighbor's viewpoint. */
function pairsBefore(placed: readonly PhotoRow[], { viewpointId, submissionId }: PhotoRow) {
  const found = new Map<string, { photo: PhotoRow; neighbor: PhotoRow }>();
  for (const photo of placed) {
    if (photo.submissionId === submissionId || photo.viewpointId === viewpointId) continue;
    const neighbor = placed.find(
      (each) => each.viewpointId === viewpointId && each.submissionId === photo.submissionId,
    );
    if (neighbor && !found.has(photo.viewpointId))
      found.set(photo.viewpointId, { photo, neighbor });
  }
  return [...found.values()];
}

/** Whether the composed alignment is plausible for two photos from the same viewpoint. */
function isPlausible(
  from: FlatPhoto,
  to: FlatPhoto,
  [now, between, then]: readonly [PairAlignment, PairAlignment, PairAlignment],
): boolean {
  if (!now.matrix || !between.matrix || !then.matrix) return false;
  const matrix = compose(inverse(then.matrix), compose(between.matrix, now.matrix));
  const sized = (photo: FlatPhoto): FlatPhoto & Size => ({
    ...photo,
    width: photo.width ?? 0,
    height: photo.height ?? 0,
  });
  return viewpointRefusal(matrix, { from: sized(from), to: sized(to) }) === null;
}
