import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const makeExport = defineJob({
  name: 'make-export',
  payload: z.object({ downloadId: z.uuid() }),
  concurrency: 1,
});
