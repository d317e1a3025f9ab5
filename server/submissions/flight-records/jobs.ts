import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const lookUpFlight = defineJob({
  name: 'look-up-flight',
  payload: z.object({ submissionId: z.uuid() }),
  concurrency: 1,
});
