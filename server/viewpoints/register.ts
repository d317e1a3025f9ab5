import { isFaultOfFile } from '#domain/errors.ts';
import type { Context } from '#server/platform/context.ts';
import type { JobRun } from '#server/platform/queue/queue.ts';
import { registerPhoto } from './jobs.ts';
import { lay, layThrough, refused, type Laid } from './align-pair.ts';
import {
  findPhoto,
  findRegistration,
  isReferenceOf,
  listUnregistered,
  photosOf,
  registrationsOn,
  setReference,
  writeRegistration,
  type PhotoRow,
} from './queries.ts';
import { askBeside, offerByPicture, placeByPicture } from './place-by-picture.ts';
import { reconsiderReference } from './reference.ts';

const SYSTEM = { kind: 'system' } as const;
/** How many weeks before and after are asked when a photo has too little in common with the reference. */
const NEIGHBORS = 2;

/** So many wait at once of those that nobody asked for: about what an hour takes. */
const WAITING = 60;

/** Starts taking the jobs that lay photos on the reference of their viewpoint. */
export const registerViewpointJobs = (ctx: Context) =>
  ctx.queue.work(registerPhoto, ({ fileId }, run) => registerStored(ctx, fileId, run));

/** Gives jobs to photos that have none and of which nobody knows how they lie: a few at a time, the latest first. */
export async function resumeRegistration(ctx: Context): Promise<void> {
  const ids = await ctx.db.as(SYSTEM, listUnregistered);
  if (ids.length === 0) return;
  const { pending, givenUp } = await ctx.queue.list(registerPhoto);
  const cared = new Set([...pending, ...givenUp].map(({ fileId }) => fileId));
  const room = Math.max(0, WAITING - pending.length);
  const lost = ids.filter((id) => !cared.has(id)).slice(0, room);
  await ctx.db.as(SYSTEM, async (tx) => {
    // A photo that has just come is looked at before them.
    for (const fileId of lost)
      await ctx.queue.enqueue(tx, registerPhoto, { fileId }, { isBehind: true });
  });
}

/**
 * Finds out how a photo lies on the reference of its viewpoint, directly or by way of a week near to it, and
 * writes that down, or why it does not. The first photo of a viewpoint becomes its reference. May run again.
 */
export async function registerStored(
  ctx: Context,
  fileId: string,
  { signal, isLastTry }: JobRun,
): Promise<void> {
  const photo = await ctx.db.as(SYSTEM, (tx) => findPhoto(tx, fileId));
  if (!photo) return placeByPicture(ctx, fileId, signal);
  await offerByPicture(ctx, photo, signal);
  const reference = await referenceFor(ctx, photo);
  if (!reference) return;
  const referenceId = reference.id;
  const before = await ctx.db.as(SYSTEM, (tx) => findRegistration(tx, fileId, referenceId));
  if (before?.matrix && !before.viaId) return;
  const find = async () => {
    const direct = await lay(ctx, photo, reference, { signal });
    const through = direct.matrix ? null : await throughNeighbors(ctx, photo, reference, signal);
    return through ?? { laid: direct, viaId: null };
  };
  const { laid, viaId } = await find().catch((error: unknown) => {
    // A picture that is too much for this machine each time is none to lay on anything.
    if (!isLastTry || !isFaultOfFile(error)) throw error;
    return { laid: refused('no-picture'), viaId: null };
  });
  await ctx.db.as(SYSTEM, async (tx) => {
    // What was laid there by numbers, over a reference of before, is not lost because the pictures say nothing.
    const known = await findRegistration(tx, fileId, referenceId);
    if (!laid.matrix && known?.matrix) return;
    await writeRegistration(tx, rowOf(ctx, { fileId, referenceId, viaId }, laid));
    await ctx.record(tx, { type: 'file.changed', file: photo });
  });
  await askBeside(ctx, photo);
  await reconsiderReference(ctx, photo.viewpointId, signal);
}

const rowOf = (
  { clock }: Pick<Context, 'clock'>,
  of: { fileId: string; referenceId: string; viaId: string | null },
  { matrix, reason, parallax, strength }: Laid,
) => ({ ...of, matrix: matrix && [...matrix], reason, parallax, strength, createdAt: clock() });

/** The reference of a photo's viewpoint; null for the reference itself, which the first with a picture becomes. */
const referenceFor = (ctx: Context, { id, viewpointId, referenceId, presets }: PhotoRow) =>
  ctx.db.as(SYSTEM, async (tx) => {
    if (referenceId === id) return null;
    if (referenceId && (await isReferenceOf(tx, referenceId, viewpointId)))
      return (await findPhoto(tx, referenceId)) ?? null;
    if (presets.length === 0) return null;
    const now = await setReference(tx, { viewpointId, id, instead: referenceId, isGone: true });
    return now === null || now === id ? null : ((await findPhoto(tx, now)) ?? null);
  });

/** How the photo lies on the reference by way of the nearest in time that lies there; null when by none. */
async function throughNeighbors(
  ctx: Context,
  photo: PhotoRow,
  reference: PhotoRow,
  signal: AbortSignal | undefined,
): Promise<{ laid: Laid; viaId: string } | null> {
  const { photos, known } = await ctx.db.as(SYSTEM, async (tx) => ({
    photos: await photosOf(tx, photo.viewpointId),
    known: new Map((await registrationsOn(tx, reference.id)).map((row) => [row.fileId, row])),
  }));
  for (const neighbor of nearestInTime(photos, photo).slice(0, NEIGHBORS * 2)) {
    const there = known.get(neighbor.id);
    if (!there?.matrix) continue;
    const laid = await lay(ctx, photo, neighbor, { signal });
    const matrix = layThrough(laid, there);
    if (!matrix || !laid.matrix) continue;
    const strength = laid.strength * there.strength;
    const parallax = Math.max(laid.parallax, there.parallax);
    return { laid: { ...laid, matrix, parallax, strength }, viaId: neighbor.id };
  }
  return null;
}

const nearestInTime = (photos: readonly PhotoRow[], { id, capturedAt }: PhotoRow) =>
  photos
    .filter((each) => each.id !== id)
    .map((each) => ({ each, apart: Math.abs(Number(each.capturedAt) - Number(capturedAt)) }))
    .sort((a, b) => a.apart - b.apart)
    .map(({ each }) => each);
