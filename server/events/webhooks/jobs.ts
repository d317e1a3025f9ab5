import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const deliverWebhook = defineJob({
  name: 'deliver-webhook',
  payload: z.object({ deliveryId: z.uuid() }),
  concurrency: 4,
});
