import { z } from 'zod';
import { TIMELAPSE_LIMITS } from '#domain/timelapses.ts';
import { defineJob } from '#server/platform/queue/queue.ts';
import type { ArtifactKind } from '#server/sharing/artifact/request.ts';

export const makeTimelapse = defineJob({
  name: 'make-timelapse',
  payload: z.object({ timelapseId: z.uuid() }),
  concurrency: 1,
});

export const TIMELAPSE: ArtifactKind<'timelapses'> = {
  table: 'timelapses',
  limits: TIMELAPSE_LIMITS,
  isResumed: true,
  notFound: 'TIMELAPSE_NOT_FOUND',
  enqueue: (queue, tx, timelapseId) => queue.enqueue(tx, makeTimelapse, { timelapseId }),
};
