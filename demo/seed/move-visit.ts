import { audit } from '#server/platform/audit.ts';
import type { Context } from '#server/platform/context.ts';
import { shiftCaptures, shiftSubmission, shiftVisit } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

export type Move = { submissionId: string; days: number; fileIds: readonly string[] };

export const moveVisit = (ctx: Context, { submissionId: id, days, fileIds }: Move): Promise<void> =>
  ctx.db.as(SYSTEM, async (tx) => {
    const moved = await shiftSubmission(tx, id, days);
    if (!moved) return;
    await shiftVisit(tx, id, days);
    await shiftCaptures(tx, { submissionId: id, fileIds, days });
    const { title: name, recordedDate, projectId } = moved;
    await audit(tx, 'submission.moved', { type: 'submission', id, name }, { days, recordedDate });
    await ctx.live.publish(tx, { type: 'submission.changed', projectId, submissionId: id });
  });
