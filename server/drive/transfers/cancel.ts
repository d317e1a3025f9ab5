import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { announceTransfer } from './announce.ts';
import { cancelFiles, updateTransfer, type LockedTransfer } from './queries.ts';

const ACTIONS = {
  import: 'submission.drive-import-canceled',
  save: 'submission.drive-save-canceled',
} as const;

/**
 * Ends a held transfer; what has arrived stays, and one that has ended is left as it is. Answers the uploads that
 * were begun for it.
 */
export async function cancelTransfer(
  ctx: Context,
  tx: Tx,
  transfer: LockedTransfer,
): Promise<string[]> {
  const { id, direction, state, submissionId, title } = transfer;
  const uploads = await cancelFiles(tx, id);
  if (state !== 'done' && state !== 'cancelled') {
    await updateTransfer(tx, id, { state: 'cancelled', problem: null, updatedAt: ctx.clock() });
    await audit(tx, ACTIONS[direction], { type: 'submission', id: submissionId, name: title });
    await announceTransfer(ctx, tx, transfer);
  }
  return uploads;
}
