import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Makes the film of a time-lapse that somebody asked for. */
export const makeTimelapse = defineJob({
  name: 'make-timelapse',
  payload: z.object({ timelapseId: z.uuid() }),
  concurrency: 1,
});
