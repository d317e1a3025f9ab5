import { isFileFault } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { alignPhoto } from './jobs.ts';
import { alignPair, alignVia, notAligned, type PairAlignment } from './align-pair.ts';
import {
  findPhoto,
  findAlignment,
  isReferenceOf,
  listUnaligned,
  photosOfViewpoint,
  alignmentsTo,
  setReference,
  saveAlignment,
  type PhotoRow,
} from './queries.ts';
import { retryNeighbors, suggestByPicture, placeByPicture } from './place-by-picture.ts';
import { reconsiderReference } from './reference.ts';

const SYSTEM = { kind: 'system' } as const;
/** If a photo can't be aligned to the reference directly, up to this many of the photos nearest in time are tried. */
const MAX_NEIGHBORS = 4;

/** About an hour's work. */
const MAX_PENDING = 60;

export const registerViewpointJobs = (ctx: Context) =>
  ctx.queue.work(alignPhoto, ({ fileId }, run) => alignStored(ctx, fileId, run));

/** Queues photos that have neither a job nor an alignment, latest first. */
export async function resumeAlignment(ctx: Context): Promise<void> {
  const ids = await ctx.db.as(SYSTEM, listUnaligned);
  if (ids.length === 0) return;
  const { pending, failedJobs } = await ctx.queue.list(alignPhoto);
  const knownIds = new Set([...pending, ...failedJobs].map(({ fileId }) => fileId));
  const room = Math.max(0, MAX_PENDING - pending.length);
  const lost = ids.filter((id) => !knownIds.has(id)).slice(0, room);
  await ctx.db.as(SYSTEM, async (tx) => {
    // Newly uploaded photos go first.
    for (const fileId of lost)
      await ctx.queue.enqueue(tx, alignPhoto, { fileId }, { isBehind: true });
  });
}

/** Aligns a photo directly or via a photo near in time. Stores the alignment, or why there is none. May run twice. */
export async function alignStored(
  ctx: Context,
  fileId: string,
  { signal, isLastTry }: JobRun,
): Promise<void> {
  const photo = await ctx.db.as(SYSTEM, (tx) => findPhoto(tx, fileId));
  if (!photo) return placeByPicture(ctx, fileId, signal);
  await suggestByPicture(ctx, photo, signal);
  const reference = await referenceFor(ctx, photo);
  if (!reference) return;
  const referenceId = reference.id;
  const before = await ctx.db.as(SYSTEM, (tx) => findAlignment(tx, fileId, referenceId));
  if (before?.matrix && !before.viaId) return;
  const find = async () => {
    const direct = await alignPair(ctx, photo, reference, { signal });
    const through = direct.matrix ? null : await alignViaNeighbors(ctx, photo, reference, signal);
    return through ?? { laid: direct, viaId: null };
  };
  const { laid, viaId } = await find().catch((error: unknown) => {
    // After the last attempt, a picture that can't be read counts as missing.
    if (!isLastTry || !isFileFault(error)) throw error;
    return { laid: notAligned('no-picture'), viaId: null };
  });
  await ctx.db.as(SYSTEM, async (tx) => {
    // If the pictures don't match, keep an alignment that was composed when the reference changed.
    const known = await findAlignment(tx, fileId, referenceId);
    if (!laid.matrix && known?.matrix) return;
    await saveAlignment(tx, rowOf(ctx, { fileId, referenceId, viaId }, laid));
    await ctx.record(tx, { type: 'file.changed', file: photo });
  });
  await retryNeighbors(ctx, photo);
  await reconsiderReference(ctx, photo.viewpointId, signal);
}

const rowOf = (
  { clock }: Pick<Context, 'clock'>,
  of: { fileId: string; referenceId: string; viaId: string | null },
  { matrix, reason, parallax, strength }: PairAlignment,
) => ({ ...of, matrix: matrix && [...matrix], reason, parallax, strength, createdAt: clock() });

/** Returns null if the photo is the reference. The first photo with pictures becomes the reference. */
const referenceFor = (ctx: Context, { id, viewpointId, referenceId, presets }: PhotoRow) =>
  ctx.db.as(SYSTEM, async (tx) => {
    if (referenceId === id) return null;
    if (referenceId && (await isReferenceOf(tx, referenceId, viewpointId)))
      return (await findPhoto(tx, referenceId)) ?? null;
    if (presets.length === 0) return null;
    const now = await setReference(tx, { viewpointId, id, current: referenceId, isUnusable: true });
    return now === null || now === id ? null : ((await findPhoto(tx, now)) ?? null);
  });

/** Returns the alignment via the nearest photo in time for which that works, or null. */
async function alignViaNeighbors(
  ctx: Context,
  photo: PhotoRow,
  reference: PhotoRow,
  signal: AbortSignal | undefined,
): Promise<{ laid: PairAlignment; viaId: string } | null> {
  const { photos, known } = await ctx.db.as(SYSTEM, async (tx) => ({
    photos: await photosOfViewpoint(tx, photo.viewpointId),
    known: new Map((await alignmentsTo(tx, reference.id)).map((row) => [row.fileId, row])),
  }));
  for (const neighbor of nearestInTime(photos, photo).slice(0, MAX_NEIGHBORS)) {
    const there = known.get(neighbor.id);
    if (!there?.matrix) continue;
    const alignment = await alignPair(ctx, photo, neighbor, { signal });
    const matrix = alignVia(alignment, there);
    if (!matrix || !alignment.matrix) continue;
    const strength = alignment.strength * there.strength;
    const parallax = Math.max(alignment.parallax, there.parallax);
    return { laid: { ...alignment, matrix, parallax, strength }, viaId: neighbor.id };
  }
  return null;
}

const nearestInTime = (photos: readonly PhotoRow[], { id, capturedAt }: PhotoRow) =>
  photos
    .filter((each) => each.id !== id)
    .map((each) => ({ each, apart: Math.abs(Number(each.capturedAt) - Number(capturedAt)) }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ each }) => each);
