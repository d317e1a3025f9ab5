import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Reads the originals of an evidence pack, and writes and signs what stands beside them. */
export const makeEvidence = defineJob({
  name: 'make-evidence',
  payload: z.object({ downloadId: z.uuid() }),
  concurrency: 1,
});
