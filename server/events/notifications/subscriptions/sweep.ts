import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { emailEach } from '../sweep.ts';
import { subscriptionMail, type Pair } from './mail.ts';
import { claimDay, findSubscription, listDueSubscriptions, markShown } from './queries.ts';

/** The latest two photos that the transaction's viewer can see, and when the newer one was first published. */
type LatestPair = (
  ctx: Context,
  tx: Tx,
  viewpointId: string,
) => Promise<(Pair & { firstPublishedAt: Date }) | null>;

/** Sends nothing without a photo published since the last email. The day and the email are saved together. */
export async function sweepSubscriptions(ctx: Context, latestPairOf: LatestPair): Promise<void> {
  const now = ctx.clock();
  const due = await ctx.db.as({ kind: 'system' }, (tx) => listDueSubscriptions(tx, now));
  await emailEach(ctx, due, async (tx, { viewpointId, day, ...person }) => {
    if (!(await claimDay(tx, viewpointId, day))) return;
    const subscription = await findSubscription(tx, viewpointId);
    const pair = subscription && (await latestPairOf(ctx, tx, viewpointId));
    if (!pair || pair.firstPublishedAt <= subscription.shownUntil) return;
    await markShown(tx, viewpointId, pair.firstPublishedAt);
    await ctx.mail.queue(tx, subscriptionMail(ctx, person, subscription, pair));
  });
}
