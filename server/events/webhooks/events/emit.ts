import type { TEST_EVENT, WebhookEvent } from '#domain/webhooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { deliverWebhook } from '../jobs.ts';
import { insertDeliveries, listSubscribers } from '../queries.ts';
import { dataOf } from './queries.ts';

type Needs = Pick<Context, 'clock' | 'queue'>;

/** Runs in the caller's transaction, so that only committed events are sent. `id` is the event's subject. */
export async function notifyWebhooks(
  ctx: Needs,
  tx: Tx,
  event: WebhookEvent,
  id: string,
): Promise<void> {
  const webhookIds = await listSubscribers(tx, event);
  if (webhookIds.length === 0) return;
  await queueMessages(ctx, tx, webhookIds, { event, data: await dataOf(tx, event, id) });
}

type Message = { event: WebhookEvent | typeof TEST_EVENT; data: object };

export async function queueMessages(
  { clock, queue }: Needs,
  tx: Tx,
  webhookIds: readonly string[],
  { event, data }: Message,
): Promise<void> {
  const now = clock();
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data });
  const deliveries = webhookIds.map((webhookId) => ({ webhookId, event, body }));
  for (const deliveryId of await insertDeliveries(tx, deliveries, now))
    await queue.enqueue(tx, deliverWebhook, { deliveryId });
}
