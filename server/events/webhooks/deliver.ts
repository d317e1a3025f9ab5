import { storable } from '#domain/storable-text.ts';
import { nextAttemptDelay } from '#domain/webhooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { mailOrigin } from '#server/platform/http/origin.ts';
import { deliverWebhook } from './jobs.ts';
import { disabledMail } from './mail.ts';
import {
  claimDelivery,
  giveUpDeliveries,
  insertTry,
  listAdmins,
  listDue,
  lockWebhook,
  removeSettled,
  updateDelivery,
  updateWebhook,
  type ClaimedDelivery,
} from './queries.ts';
import { openSecret } from './secrets.ts';
import { post } from './send.ts';
import { signedHeaders } from './signature.ts';

type Needs = Pick<Context, 'db' | 'queue' | 'clock' | 'config' | 'log' | 'mail' | 'record'>;
type Outcome = {
  status: number | null;
  response: string;
  error: string | null;
  durationMs: number;
};

const SYSTEM = { kind: 'system' } as const;
const GONE = 410;
const DAY_MS = 86_400_000;
/** When a message runs out of attempts, the webhook is disabled if it has been failing for this long. */
const FAILING_MS = 2.5 * DAY_MS;
const KEEP_MS = 30 * DAY_MS;
const MAX_ERROR_LENGTH = 300;

export const registerWebhookJobs = (ctx: Needs) =>
  ctx.queue.work(deliverWebhook, ({ deliveryId }) => tryDelivery(ctx, deliveryId));

/** Does nothing if the message isn't due. Failures are recorded and retried later. */
export async function tryDelivery(ctx: Needs, deliveryId: string): Promise<void> {
  const claimed = await ctx.db.as(SYSTEM, (tx) => claimDelivery(tx, deliveryId, ctx.clock()));
  if (!claimed) return;
  const outcome = await attempt(ctx, claimed);
  await ctx.db.as(SYSTEM, (tx) => recordOutcome(ctx, tx, claimed, outcome));
}

async function attempt(ctx: Needs, { id, url, body, ...row }: ClaimedDelivery): Promise<Outcome> {
  const startedAt = performance.now();
  const duration = () => ({ durationMs: Math.round(performance.now() - startedAt) });
  try {
    const at = ctx.clock();
    const sealed = row.previousUntil && row.previousUntil > at ? row.previousSecrets : [];
    const secrets = [row.secret, ...sealed].map((one) => openSecret(ctx, one));
    const known = secrets.filter((one) => one !== null);
    if (known.length === 0)
      throw new Error(
        "The secret can't be read because SECRET_KEY was changed. Create a new secret.",
      );
    const headers = signedHeaders({ id, at, body }, known);
    const answer = await post(ctx.config, { url, headers, body });
    return { ...answer, error: null, ...duration() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return {
      status: null,
      response: '',
      error: storable(message.slice(0, MAX_ERROR_LENGTH)),
      ...duration(),
    };
  }
}

async function recordOutcome(ctx: Needs, tx: Tx, claimed: ClaimedDelivery, outcome: Outcome) {
  const now = ctx.clock();
  const { id, tries, webhookId } = claimed;
  // Lock the webhook before its messages, as changes to webhooks do, to avoid deadlocks.
  const webhook = await lockWebhook(tx, webhookId);
  if (!webhook) return;
  await insertTry(tx, { deliveryId: id, triedAt: now, ...outcome });
  const { status } = outcome;
  if (status !== null && status >= 200 && status < 300) {
    await updateDelivery(tx, id, { state: 'delivered' });
    if (webhook.failingSince) await updateWebhook(tx, webhookId, { failingSince: null });
    return;
  }
  const delay = status === GONE ? null : nextAttemptDelay(tries);
  const nextTryAt = new Date(now.getTime() + (delay ?? 0));
  await updateDelivery(tx, id, delay === null ? { state: 'failed' } : { nextTryAt });
  const since = webhook.failingSince ?? now;
  if (!webhook.failingSince) await updateWebhook(tx, webhookId, { failingSince: now });
  if (!webhook.isActive) return;
  if (status === GONE) return disable(ctx, tx, webhook, 'gone');
  if (delay === null && now.getTime() - since.getTime() >= FAILING_MS)
    await disable(ctx, tx, webhook, 'failing');
}

async function disable(
  ctx: Needs,
  tx: Tx,
  { id, name, url }: { id: string; name: string; url: string },
  because: 'gone' | 'failing',
) {
  await updateWebhook(tx, id, { isActive: false, disabledBecause: because });
  await giveUpDeliveries(tx, id);
  const admins = await listAdmins(tx);
  const personIds = admins.map((admin) => admin.id);
  await ctx.record(tx, { type: 'webhook.disabled', id, name, detail: { because }, personIds });
  for (const { email } of admins) {
    const mail = disabledMail(
      ctx.config.brand,
      email,
      { name, url, because },
      mailOrigin(ctx.config),
    );
    await ctx.mail.queue(tx, mail);
  }
}

/** Queues due messages that have no job, and deletes old messages. */
export async function sweepWebhooks(ctx: Needs): Promise<void> {
  const now = ctx.clock();
  const due = await ctx.db.as(SYSTEM, async (tx) => {
    await removeSettled(tx, new Date(now.getTime() - KEEP_MS));
    return listDue(tx, now);
  });
  if (due.length === 0) return;
  const { pending } = await ctx.queue.list(deliverWebhook);
  const pendingIds = new Set(pending.map(({ deliveryId }) => deliveryId));
  for (const deliveryId of due) {
    if (pendingIds.has(deliveryId)) continue;
    await ctx.db.as(SYSTEM, (tx) => ctx.queue.enqueue(tx, deliverWebhook, { deliveryId }));
  }
}
