import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';

/** Tells staff who look at a submission that its transfers changed. */
export const announceTransfer = (
  { live }: Pick<Context, 'live'>,
  tx: Tx,
  { projectId, submissionId }: { projectId: string; submissionId: string },
): Promise<void> => live.publish(tx, { type: 'drive-transfers.changed', projectId, submissionId });
