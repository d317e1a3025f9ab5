import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const makeReport = defineJob({
  name: 'make-report',
  payload: z.object({ reportId: z.uuid() }),
  concurrency: 1,
});
