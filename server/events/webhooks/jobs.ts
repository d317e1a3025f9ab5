import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Tries to hand a message over to a webhook. */
export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid() }),
  concurrency: 4,
});
