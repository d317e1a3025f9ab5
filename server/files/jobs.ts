import { z } from 'zod';
import type { FileKind } from '#domain/files.ts';
import { defineJob } from '#server/platform/queue/queue.ts';

const payload = z.object({ fileId: z.uuid() });

/**
 * Reads what a stored original says of itself and makes its pictures: one more than are decoded at once, so that no
 * core waits while one is written down.
 */
export const processFile = defineJob({ name: 'process-file', payload, concurrency: 3 });

/** The same for a film. That takes minutes: photos must not wait for it, nor films for one another. */
export const processVideo = defineJob({ name: 'process-video', payload, concurrency: 1 });

/** The same for a map, which takes minutes, too. */
export const processRaster = defineJob({ name: 'process-raster', payload, concurrency: 1 });

/** Pairs RAW files with photos again, after one of them was deleted or restored. */
export const sortSets = defineJob({ name: 'sort-photo-sets', payload, concurrency: 1 });

/** Assigns viewpoints to waiting photos that no longer count as taken elsewhere. */
export const placeWaitingPhotos = defineJob({
  name: 'place-waiting-photos',
  payload: z.object({}),
  concurrency: 1,
});

/** The job that processes a file of that kind. */
export const jobFor = (kind: FileKind) =>
  kind === 'video' ? processVideo : kind === 'raster' ? processRaster : processFile;
