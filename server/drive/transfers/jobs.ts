import { z } from 'zod';
import { defineJob } from '#server/platform/queue/queue.ts';

const payload = z.object({ transferId: z.uuid() });

export const importFromDrive = defineJob({ name: 'import-from-drive', payload, concurrency: 2 });

export const saveToDrive = defineJob({ name: 'save-to-drive', payload, concurrency: 1 });

export const jobOf = (direction: 'import' | 'save') =>
  direction === 'import' ? importFromDrive : saveToDrive;
