import { clearlyBest } from '#domain/alignment.ts';
import { looksDown } from '#domain/directions.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alignPhoto } from './jobs.ts';
import { alignPair, type PairAlignment } from './align-pair.ts';
import {
  findUnplaced,
  photosToCompare,
  placePhoto,
  listUnplacedLookingDown,
  saveAlignment,
  type FlatPhoto,
  type PhotoRow,
} from './queries.ts';
import { placeViaNeighbor } from './place-via-neighbor.ts';
import { isStray } from './unplaced/unplaced.ts';
import { differsInLens } from '#domain/lens.ts';
import { hasDifferentView } from '#domain/viewpoints.ts';

/** Photos compared per viewpoint: its reference and the photos nearest in time. */
const PHOTOS_PER_VIEWPOINT = 3;
/** Pairs compared per photo. Each takes up to a second. */
const MAX_PAIRS = 48;
/** Stored matches to which a photo can't be aligned. */
const MAX_HINTS = 5;

type Compared = Awaited<ReturnType<typeof photosToCompare>>[number];
type Found = PairAlignment & { fixed: Compared };

/**
 * Tries the references of viewpoints with a similar direction, then their photos nearest in time, then all other
 * references, until one viewpoint is clearly the best. Returns one match per viewpoint, best first.
 */
async function compareInRounds(
  photo: FlatPhoto,
  others: readonly Compared[],
  align: (fixed: Compared) => Promise<PairAlignment>,
): Promise<Found[]> {
  const best = new Map<string, Found>();
  let left = MAX_PAIRS;
  for (const round of roundsOf(photo, others)) {
    for (const fixed of round.slice(0, left)) {
      const now = { ...(await align(fixed)), fixed };
      const before = best.get(fixed.viewpointId);
      if (!before || compareFound(now, before) < 0) best.set(fixed.viewpointId, now);
    }
    left -= Math.min(left, round.length);
    if (clearlyBest([...best.values()].filter(({ matrix }) => matrix))) break;
  }
  const found = [...best.values()].toSorted(compareFound);
  const hints = found.filter(({ matrix, hint }) => !matrix && hint > 0);
  return [...found.filter(({ matrix }) => matrix), ...hints.slice(0, MAX_HINTS)];
}

const compareFound = (a: PairAlignment, b: PairAlignment) =>
  b.strength - a.strength || b.hint - a.hint;

function roundsOf(photo: FlatPhoto, others: readonly Compared[]): Compared[][] {
  const ofLens = others.filter((fixed) => !differsInLens(photo, fixed));
  const byLook = Object.groupBy(ofLens, (fixed) => (hasDifferentView(photo, fixed) ? 'off' : 'on'));
  const turns = Array.from({ length: PHOTOS_PER_VIEWPOINT }, (_, i) =>
    (byLook.on ?? []).filter(({ turn }) => turn === i + 1),
  );
  return [...turns, (byLook.off ?? []).filter(({ turn }) => turn === 1)];
}

const SYSTEM = { kind: 'system' } as const;

/** Places a photo without a position. If no viewpoint is clearly best, staff can choose from the stored matches. */
export async function placeByPicture(ctx: Context, fileId: string, signal?: AbortSignal) {
  const { photo, others } = await ctx.db.as(SYSTEM, async (tx) => {
    const unplaced = await findUnplaced(tx, fileId);
    const near = unplaced && { ...unplaced, near: unplaced.capturedAt ?? ctx.clock() };
    return {
      photo: unplaced,
      others: near ? await photosToCompare(tx, near, PHOTOS_PER_VIEWPOINT) : [],
    };
  });
  if (!photo) return;
  const found = await compareInRounds(photo, others, (fixed) =>
    alignPair(ctx, photo, fixed, { signal }),
  );
  // The photo may show another site, so staff decide.
  if (photo.isViewpointPending)
    return ctx.db.as(SYSTEM, (tx) => saveMatches(ctx, tx, photo, found));
  const aligned = found.filter(({ matrix }) => matrix);
  const best = clearlyBest(aligned);
  const viewpointId =
    best?.fixed.viewpointId ??
    (aligned.length === 0 ? await placeViaNeighbor(ctx, photo, signal) : null);
  const isPlaced = await ctx.db.as(SYSTEM, async (tx) => {
    if (!viewpointId) {
      await saveMatches(ctx, tx, photo, found);
      return false;
    }
    if (!(await placePhoto(tx, fileId, viewpointId))) return false;
    if (best) await saveMatches(ctx, tx, photo, [best]);
    // Queue the photo again, to be aligned to the reference via the photo it matched.
    if (!best || best.fixed.id !== best.fixed.referenceId)
      await ctx.queue.enqueue(tx, alignPhoto, { fileId });
    await ctx.record(tx, { type: 'file.changed', file: photo });
    return true;
  });
  if (isPlaced) await retryNeighbors(ctx, photo);
}

/** If a photo's position must be wrong, stores viewpoints with similar photos as suggestions for staff. */
export async function suggestByPicture(ctx: Context, photo: PhotoRow, signal?: AbortSignal) {
  const others = await ctx.db.as(SYSTEM, async (tx) =>
    (await isStray(tx, photo))
      ? photosToCompare(
          tx,
          { ...photo, near: photo.capturedAt ?? ctx.clock() },
          PHOTOS_PER_VIEWPOINT,
        )
      : [],
  );
  const elsewhere = others.filter(({ viewpointId }) => viewpointId !== photo.viewpointId);
  const found = await compareInRounds(photo, elsewhere, (fixed) =>
    alignPair(ctx, photo, fixed, { signal }),
  );
  if (found.length > 0) await ctx.db.as(SYSTEM, (tx) => saveMatches(ctx, tx, photo, found));
}

async function saveMatches(ctx: Context, tx: Tx, { id }: FlatPhoto, found: readonly Found[]) {
  for (const { fixed, matrix, reason, parallax, strength, hint } of found) {
    const row = { fileId: id, referenceId: fixed.id, reason, parallax, createdAt: ctx.clock() };
    const kept = matrix ? { matrix: [...matrix], strength } : { strength: hint };
    await saveAlignment(tx, { ...row, ...kept });
  }
}

/** Retries unplaced photos in the same submission, because this photo may help to place them. */
export async function retryNeighbors(ctx: Pick<Context, 'db' | 'queue'>, photo: FlatPhoto) {
  const { submissionId } = photo;
  if (!submissionId || !looksDown(photo)) return;
  const ids = await ctx.db.as(SYSTEM, (tx) => listUnplacedLookingDown(tx, submissionId));
  if (ids.length === 0) return;
  const queued = new Set((await ctx.queue.list(alignPhoto)).pending.map(({ fileId }) => fileId));
  await ctx.db.as(SYSTEM, async (tx) => {
    // Queued behind the submission's other jobs, so that one retry is enough.
    for (const { id } of ids)
      if (!queued.has(id))
        await ctx.queue.enqueue(tx, alignPhoto, { fileId: id }, { isBehind: true });
  });
}
