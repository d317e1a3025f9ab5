import {
  DeliveryState,
  WebhookEvent,
  type Webhook,
  type WebhookDelivery,
} from '#domain/webhooks.ts';
import type { DeliveryRow, TryRow, WebhookRow } from './queries.ts';

export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  name: row.name,
  url: row.url,
  events: WebhookEvent.options.filter((event) => row.events.includes(event)),
  isActive: row.isActive,
  disabledBecause: row.disabledBecause as Webhook['disabledBecause'],
  failingSince: row.failingSince?.toISOString() ?? null,
  previousSecretUntil:
    row.previousUntil && row.previousUntil > now ? row.previousUntil.toISOString() : null,
  createdAt: row.createdAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow, tries: readonly TryRow[]): WebhookDelivery => ({
  id: row.id,
  number: row.number,
  event: row.event,
  body: row.body,
  state: DeliveryState.parse(row.state),
  createdAt: row.createdAt.toISOString(),
  nextTryAt: row.state === 'queued' ? row.nextTryAt.toISOString() : null,
  tries: tries
    .filter(({ deliveryId }) => deliveryId === row.id)
    .map(({ id, triedAt, durationMs, status, response, error }) => ({
      id,
      triedAt: triedAt.toISOString(),
      durationMs,
      status,
      response,
      error,
    })),
});
