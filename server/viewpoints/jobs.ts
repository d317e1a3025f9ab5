import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** One at a time, because processing new photos has priority. */
export const alignPhoto = defineJob({
  name: 'register-photo',
  payload: z.object({ fileId: z.uuid() }),
  concurrency: 1,
});
