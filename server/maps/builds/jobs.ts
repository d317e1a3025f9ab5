import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

export const buildMap = defineJob({
  name: 'build-map',
  payload: z.object({ buildId: z.uuid() }),
  concurrency: 4,
});
