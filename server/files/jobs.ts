import { z } from 'zod';
import type { FileKind } from '#domain/files.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

const payload = z.object({ fileId: z.uuid() });

/** One job more than can be decoded at once, so that no core waits while a picture is being stored. */
export const processFile = defineJob({ name: 'process-file', payload, concurrency: 3 });

/** A separate queue, because videos take minutes and photos shouldn't wait for them. */
export const processVideo = defineJob({ name: 'process-video', payload, concurrency: 1 });

export const processRaster = defineJob({ name: 'process-raster', payload, concurrency: 1 });

export const sortSets = defineJob({ name: 'sort-photo-sets', payload, concurrency: 1 });

export const placeWaitingPhotos = defineJob({
  name: 'place-waiting-photos',
  payload: z.object({}),
  concurrency: 1,
});

export const jobFor = (kind: FileKind) =>
  kind === 'video' ? processVideo : kind === 'raster' ? processRaster : processFile;
