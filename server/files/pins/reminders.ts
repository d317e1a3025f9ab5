import type { Context } from '#server/platform/context.ts';
import { mailGuest } from './guests/mail.ts';
import { claimReminder, listDueReminders } from './queries.ts';

const SYSTEM = { kind: 'system' } as const;

/** Reminds assignees at 8:00 at the site, the day before and the day after a pin is due. */
export async function sweepPinReminders(ctx: Context): Promise<void> {
  const now = ctx.clock();
  const due = await ctx.db.as(SYSTEM, (tx) => listDueReminders(tx, now));
  for (const { id } of due) {
    try {
      await ctx.db.as(SYSTEM, async (tx) => {
        const pin = await claimReminder(tx, id, now);
        if (!pin) return;
        if (pin.assigneeId === null) await mailGuest(ctx, tx, pin, true);
        else await ctx.record(tx, { type: 'pin.due', id, personIds: [pin.assigneeId] });
      });
    } catch (error) {
      ctx.log.error({ err: error, pinId: id }, 'failed to remind of a pin');
    }
  }
}
