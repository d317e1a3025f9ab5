import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const runBackup = defineJob({
  name: 'run-backup',
  payload: z.object({ runId: z.uuid() }),
  concurrency: 1,
});
