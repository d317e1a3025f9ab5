import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const makeEvidence = defineJob({
  name: 'make-evidence',
  payload: z.object({ downloadId: z.uuid() }),
  concurrency: 1,
});
