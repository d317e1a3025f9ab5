import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { emailEach } from '../sweep.ts';
import { subscriptionMail, type Pair } from './mail.ts';
import { claimDay, listDueSubscriptions, listSubscriptions } from './queries.ts';

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
    const own = await listSubscriptions(tx);
    const subscription = own.find((one) => one.viewpointId === viewpointId);
    const latest = subscription && (await latestPairOf(ctx, tx, viewpointId));
    const news = latest && latest.firstPublishedAt > subscription.shownUntil ? latest : null;
    const isClaimed = await claimDay(tx, viewpointId, day, news?.firstPublishedAt);
    if (!isClaimed || !news || !subscription) return;
    await ctx.mail.queue(tx, subscriptionMail(ctx, person, subscription, news));
  });
}
