import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { cancelFiles, updateTransfer, type LockedTransfer } from './queries.ts';

const TYPES = {
  import: 'submission.drive-import-canceled',
  save: 'submission.drive-save-canceled',
} as const;

/** Transferred files stay. Returns the ids of unfinished uploads. */
export async function cancelTransfer(
  ctx: Context,
  tx: Tx,
  transfer: LockedTransfer,
): Promise<string[]> {
  const { id, direction, state, projectId, submissionId, title } = transfer;
  const uploads = await cancelFiles(tx, id);
  if (state !== 'done' && state !== 'cancelled') {
    await updateTransfer(tx, id, { state: 'cancelled', problem: null, updatedAt: ctx.clock() });
    const type = TYPES[direction];
    await ctx.record(tx, { type, id: submissionId, name: title, projectId, submissionId });
  }
  return uploads;
}
