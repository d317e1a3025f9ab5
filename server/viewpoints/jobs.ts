import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

/** Lays a photo on the reference of its viewpoint. One at a time: the machine has photos to make pictures of. */
export const registerPhoto = defineJob({
  name: 'register-photo',
  payload: z.object({ fileId: z.uuid() }),
  concurrency: 1,
});
