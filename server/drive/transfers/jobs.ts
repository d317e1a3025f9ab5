import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

const payload = z.object({ transferId: z.uuid() });

/** Brings files of Google Drive into a submission. */
export const importFromDrive = defineJob({ name: 'import-from-drive', payload, concurrency: 2 });

/** Sends the originals of a submission to a folder of Google Drive. */
export const saveToDrive = defineJob({ name: 'save-to-drive', payload, concurrency: 1 });

/** The job of a transfer in that direction. */
export const jobOf = (direction: 'import' | 'save') =>
  direction === 'import' ? importFromDrive : saveToDrive;
