import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Reads what a stored original says of itself and makes its pictures. */
export const processFile = defineJob({
  name: 'process-file',
  payload: z.object({ fileId: z.uuid() }),
  concurrency: 2,
});
