import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineJob, type Queue } from '../queue/queue.ts';
import { fileFolder, type Storage } from './storage.ts';

export const removeStoredFiles = defineJob({
  name: 'remove-stored-files',
  payload: z.object({ fileIds: z.array(z.uuid()) }),
  concurrency: 1,
});

export async function enqueueRemoval({ queue }: { queue: Queue }, tx: Tx, fileIds: string[]) {
  if (fileIds.length) await queue.enqueue(tx, removeStoredFiles, { fileIds });
}

/**
 * Safe to run again. Keeps files that `keptOf` returns, because jobs can't tell deleted files from files in the bin.
 */
export const handleRemoveStoredFiles =
  (
    storage: Storage,
    mapCache: { drop(fileId: string): Promise<void> },
    keptOf: (fileIds: readonly string[]) => Promise<string[]>,
  ) =>
  async ({ fileIds }: { fileIds: string[] }) => {
    const kept = new Set(await keptOf(fileIds));
    for (const id of fileIds) {
      if (kept.has(id)) continue;
      await storage.removeAll(fileFolder(id));
      await mapCache.drop(id);
    }
  };
