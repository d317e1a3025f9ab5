import type { TEST_EVENT, WebhookEvent } from '#domain/webhooks.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { deliverWebhook } from '../jobs.ts';
import { insertDeliveries, listAudience } from '../queries.ts';
import { dataOf } from './queries.ts';

type Telling = Pick<Context, 'clock' | 'queue'>;

/** Part of the caller's transaction, so webhooks hear only of committed events. `id`: the event's subject. */
export async function tellWebhooks(
  ctx: Telling,
  tx: Tx,
  event: WebhookEvent,
  id: string,
): Promise<void> {
  const webhookIds = await listAudience(tx, event);
  if (webhookIds.length === 0) return;
  await sendTo(ctx, tx, webhookIds, { event, data: await dataOf(tx, event, id) });
}

type Message = { event: WebhookEvent | typeof TEST_EVENT; data: object };

export async function sendTo(
  { clock, queue }: Telling,
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
