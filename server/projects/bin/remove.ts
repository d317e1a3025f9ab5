import type { BinTarget } from '#domain/bin.ts';
import { AppError } from '#domain/errors.ts';
import { deactivateClientsOf } from '#server/people/service.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import type { Viewer } from '#server/platform/db/viewer.ts';
import {
  deleteEmptyViewpoints,
  deleteRow,
  listExpired,
  lockContents,
  lockItem,
} from './queries.ts';
import { binCutoff } from './cutoff.ts';

const SYSTEM = { kind: 'system' } as const;
const EPOCH = new Date(0);
const BATCH_SIZE = 100;

/** The bytes are deleted after the commit. Throws NOT_IN_BIN. */
export const removeForGood = (ctx: Context, viewer: Viewer, thing: BinTarget): Promise<BinTarget> =>
  ctx.db.as(viewer, async (tx) => {
    const item = await lockItem(tx, thing, EPOCH);
    if (!item) throw new AppError('NOT_IN_BIN');
    const { kind, id } = thing;
    await removeItem(ctx, tx, { ...thing, name: item.name });
    if (kind !== 'project' && item.projectId) await deleteEmptyViewpoints(tx, item.projectId);
    return { kind, id };
  });

/** A company's clients keep their accounts, deactivated and without a company. */
async function removeItem(ctx: Context, tx: Tx, { kind, id, name }: BinTarget & { name: string }) {
  if (kind === 'company') {
    for (const inner of await lockContents(tx, id)) await removeItem(ctx, tx, inner);
    const clients = await deactivateClientsOf(ctx, tx, id);
    await ctx.record(tx, { type: 'company.deleted', id, name, detail: { clients } });
  } else if (kind === 'pin') {
    await ctx.record(tx, { type: 'pin.deleted', id, name });
  } else {
    await ctx.record(tx, { type: `${kind}.deleted`, id, name, thing: { kind, id } });
  }
  await deleteRow(tx, { kind, id });
}

/** Each item has its own transaction, so the next sweep continues after an interruption. */
export const sweepBin = async (ctx: Context): Promise<void> =>
  void (await removeBatch(ctx, binCutoff(ctx)));

export async function emptyBin(ctx: Context): Promise<void> {
  while ((await removeBatch(ctx, ctx.clock())) > 0);
}

/** Removes the oldest items first. Returns the number of items found. */
async function removeBatch(ctx: Context, before: Date): Promise<number> {
  const expired = await ctx.db.as(SYSTEM, (tx) => listExpired(tx, before, BATCH_SIZE));
  for (const thing of expired) {
    // The item may already have been removed with its project or submission.
    await removeForGood(ctx, SYSTEM, thing).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_IN_BIN')) throw error;
    });
  }
  return expired.length;
}
