import { z } from 'zod';
import { Id, Instant, line } from './fields.ts';
import { parseUrl } from './urls.ts';

export const WEBHOOK_EVENTS = [
  'project.created',
  'submission.created',
  'submission.published',
  'submission.unpublished',
  'file.ready',
  'file.failed',
  'pin.created',
  'pin.done',
  'share_link.first_viewed',
  'form_submission.received',
] as const;
export const WebhookEvent = z.enum(WEBHOOK_EVENTS);
export type WebhookEvent = z.infer<typeof WebhookEvent>;

export const EVENT_LABELS: Record<WebhookEvent, string> = {
  'project.created': 'Project created',
  'submission.created': 'Submission created',
  'submission.published': 'Submission published',
  'submission.unpublished': 'Submission returned to draft',
  'file.ready': 'File ready',
  'file.failed': 'File failed',
  'pin.created': 'Pin created',
  'pin.done': 'Pin done',
  'share_link.first_viewed': 'Share link opened for the first time',
  'form_submission.received': 'Contact form message received',
};

export const TEST_EVENT = 'webhook.test';

const isWebAddress = (text: string) => {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password;
};

export const WebhookInput = z.object({
  name: line('Enter a name.').min(1, 'Enter a name.').max(100),
  url: line('Enter an address.')
    .min(1, 'Enter an address.')
    .max(2000)
    .refine(isWebAddress, 'Enter an address that starts with https:// and contains no password.'),
  events: z
    .array(WebhookEvent)
    .min(1, 'Choose at least one event.')
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
});
export type WebhookInput = z.infer<typeof WebhookInput>;
export const WebhookChange = WebhookInput.partial().extend({ isActive: z.boolean().optional() });
export type WebhookChange = z.infer<typeof WebhookChange>;

export const Webhook = z.object({
  id: Id,
  name: z.string(),
  url: z.string(),
  events: z.array(WebhookEvent),
  isActive: z.boolean(),
  /** Why it was disabled automatically: the receiver answered 410, failed for days, or a backup was restored. */
  disabledBecause: z.enum(['gone', 'failing', 'restored']).nullable(),
  failingSince: Instant.nullable(),
  /** Until then, messages are also signed with the previous secret. */
  previousSecretUntil: Instant.nullable(),
  createdAt: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

/** The only response with the secret: 'whsec_' and 32 bytes in base64. */
export const WebhookWithSecret = z.object({ webhook: Webhook, secret: z.string() });
export type WebhookWithSecret = z.infer<typeof WebhookWithSecret>;

export const DeliveryState = z.enum(['queued', 'delivered', 'failed']);

const WebhookAttempt = z.object({
  id: z.int(),
  triedAt: Instant,
  durationMs: z.int(),
  status: z.int().nullable(),
  response: z.string(),
  error: z.string().nullable(),
});

export const WebhookDelivery = z.object({
  id: Id,
  number: z.int(),
  event: z.string(),
  body: z.string(),
  state: DeliveryState,
  createdAt: Instant,
  nextTryAt: Instant.nullable(),
  tries: z.array(WebhookAttempt),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** Newest first. Pass `next` as `before` to get the next page; null on the last page. */
export const WebhookLog = z.object({
  deliveries: z.array(WebhookDelivery),
  next: z.int().nullable(),
});
export type WebhookLog = z.infer<typeof WebhookLog>;

export const DELIVERY_PAGE_SIZE = 20;

const MINUTE_MS = 60_000;
/** Minutes between attempts: eight attempts in three days, as Standard Webhooks suggests. */
const RETRY_DELAY_MINUTES = [1, 5, 30, 120, 480, 1200, 2400];

/** Milliseconds until the next attempt; null after the last one. */
export const nextAttemptDelay = (tries: number): number | null => {
  const pause = RETRY_DELAY_MINUTES[tries - 1];
  return pause === undefined ? null : pause * MINUTE_MS;
};
