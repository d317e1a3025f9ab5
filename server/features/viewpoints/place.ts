import { clearlyBest } from '#domain/registrations.ts';
import { announceChange } from '#server/features/files/service.ts';
import type { Context } from '#server/platform/context.ts';
import { lay, type Laid } from './lay.ts';
import { findUnplaced, placePhoto, referencesOf, writeRegistration } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

/**
 * Puts a photo without a position at the viewpoint whose reference it shows, when it clearly shows one of them. Looks at
 * all of a project; nothing when it shows none, or two about as well.
 */
export async function placeByPicture(ctx: Context, fileId: string, signal?: AbortSignal) {
  const photo = await ctx.db.as(SYSTEM, (tx) => findUnplaced(tx, fileId));
  const projectId = photo?.projectId;
  if (!photo || !projectId) return;
  const references = await ctx.db.as(SYSTEM, (tx) => referencesOf(tx, projectId));
  const found = [];
  for (const reference of references) {
    const laid = await lay(ctx, photo, reference, signal);
    if (laid.matrix) found.push({ ...laid, reference });
  }
  const best = clearlyBest(found);
  if (!best) return offer(ctx, fileId, found);
  const { reference, matrix, parallax, strength } = best;
  await ctx.db.as(SYSTEM, async (tx) => {
    if (!(await placePhoto(tx, fileId, reference.viewpointId))) return;
    const row = { fileId, referenceId: reference.id, matrix: [...matrix], parallax, strength };
    await writeRegistration(tx, { ...row, createdAt: ctx.clock() });
    await announceChange(ctx, tx, photo);
  });
}

type Found = { reference: { id: string } } & Laid;

/** Writes down on which references it lies, about as well on each: staff choose among their viewpoints. */
const offer = (ctx: Context, fileId: string, found: readonly Found[]) =>
  ctx.db.as(SYSTEM, async (tx) => {
    for (const { reference, matrix, parallax, strength } of found) {
      if (!matrix) continue;
      const row = { fileId, referenceId: reference.id, matrix: [...matrix], parallax, strength };
      await writeRegistration(tx, { ...row, createdAt: ctx.clock() });
    }
  });
