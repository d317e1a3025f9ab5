import { compose, homographyOf, inverse } from '#domain/homography.ts';
import { bestConnected, isReferenceChoiceDue, evenSample, type Link } from '#domain/alignment.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { alignPhoto } from './jobs.ts';
import { alignPair } from './align-pair.ts';
import {
  photosOfViewpoint,
  alignmentsAmong,
  alignmentsTo,
  setReference,
  saveAlignment,
  type PhotoRow,
} from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

/** Runs each time the viewpoint's number of photos has doubled, unless staff have chosen a reference. */
export async function reconsiderReference(ctx: Context, viewpointId: string, signal?: AbortSignal) {
  const { photos, known } = await ctx.db.as(SYSTEM, async (tx) => {
    const all = await photosOfViewpoint(tx, viewpointId);
    const now = all[0]?.referenceId;
    return { photos: all, known: now ? await alignmentsTo(tx, now) : [] };
  });
  const [first] = photos;
  const now = photos.find(({ id }) => id === first?.referenceId);
  if (!first || !now || first.isReferenceChosen || !isReferenceChoiceDue(known.length + 1)) return;
  const sample = evenSample(photos.filter(({ id }) => id !== now.id));
  const strengths = known.map((row) => ({ a: row.fileId, b: now.id, strength: strengthOf(row) }));
  const links = [...strengths, ...(await alignSample(ctx, sample, signal))];
  const among = new Set([now.id, ...sample.map(({ id }) => id)]);
  const best = bestConnected(
    now.id,
    [...among],
    links.filter(({ a, b }) => among.has(a) && among.has(b)),
  );
  if (best !== now.id) await changeReference(ctx, viewpointId, now.id, best);
}

/** If there is no matrix, `strength` only hints at similarity. */
const strengthOf = ({ matrix, strength }: { matrix: number[] | null; strength: number }) =>
  matrix ? strength : 0;

async function alignSample(
  ctx: Context,
  sample: readonly PhotoRow[],
  signal?: AbortSignal,
): Promise<Link[]> {
  const ids = sample.map(({ id }) => id);
  const known = await ctx.db.as(SYSTEM, (tx) => alignmentsAmong(tx, ids));
  const links: Link[] = [];
  for (const [i, fixed] of sample.entries()) {
    for (const moving of sample.slice(i + 1)) {
      const before = known.find(
        ({ fileId, referenceId }) => fileId === moving.id && referenceId === fixed.id,
      );
      if (before) {
        links.push({ a: moving.id, b: fixed.id, strength: strengthOf(before) });
        continue;
      }
      const { matrix, reason, parallax, strength } = await alignPair(ctx, moving, fixed, {
        signal,
      });
      links.push({ a: moving.id, b: fixed.id, strength });
      const there = matrix && [...matrix];
      const back = matrix && [...inverse(matrix)];
      const quality = { viaId: null, reason, parallax, strength, createdAt: ctx.clock() };
      await ctx.db.as(SYSTEM, async (tx) => {
        const [fileId, referenceId] = [moving.id, fixed.id];
        await saveAlignment(tx, { fileId, referenceId, matrix: there, ...quality });
        await saveAlignment(tx, {
          fileId: fixed.id,
          referenceId: moving.id,
          matrix: back,
          ...quality,
        });
      });
    }
  }
  return links;
}

/** Does nothing if `from` is no longer the reference. */
const changeReference = (ctx: Context, viewpointId: string, from: string, to: string) =>
  ctx.db.as(SYSTEM, async (tx) => {
    const change = { viewpointId, id: to, current: from, isUnusable: false };
    if ((await setReference(tx, change)) === to) await moveAlignments(ctx, tx, from, to);
  });

/** Composes alignments to the new reference immediately, and queues the photos for a new alignment by picture. */
export async function moveAlignments(
  ctx: Pick<Context, 'queue' | 'clock'>,
  tx: Tx,
  from: string,
  to: string,
): Promise<void> {
  const onOld = await alignmentsTo(tx, from);
  const hop = onOld.find(({ fileId }) => fileId === to)?.matrix;
  const toOld = hop && homographyOf(hop);
  const measured = new Set((await alignmentsTo(tx, to)).map(({ fileId }) => fileId));
  const common = { referenceId: to, reason: null, createdAt: ctx.clock() };
  // Queued behind photos that have no alignment yet.
  const requeue = (fileId: string) =>
    ctx.queue.enqueue(tx, alignPhoto, { fileId }, { isBehind: true });
  for (const { fileId, matrix, parallax, strength } of onOld) {
    const onFrom = matrix && homographyOf(matrix);
    await requeue(fileId);
    if (!onFrom || !toOld || measured.has(fileId) || fileId === to) continue;
    const composed = [...compose(inverse(toOld), onFrom)];
    const numbers = { viaId: from, matrix: composed, parallax, strength };
    await saveAlignment(tx, { fileId, ...numbers, ...common });
  }
  if (toOld && !measured.has(from))
    await saveAlignment(tx, { fileId: from, matrix: [...inverse(toOld)], ...common });
  await requeue(from);
}
