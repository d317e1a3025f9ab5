import { z } from 'zod';
import type { Tx } from '../db/database.ts';
import { defineJob, type Queue } from '../queue/queue.ts';
import { fileFolder, type Storage } from './storage.ts';

/** Removes the bytes of files whose rows are gone. Written in the transaction that removes the rows. */
export const removeStoredFiles = defineJob({
  name: 'remove-stored-files',
  payload: z.object({ fileIds: z.array(z.uuid()) }),
  concurrency: 1,
});

export async function enqueueRemoval({ queue }: { queue: Queue }, tx: Tx, fileIds: string[]) {
  if (fileIds.length) await queue.enqueue(tx, removeStoredFiles, { fileIds });
}

/**
 * May run again after it was cut off: what is gone already is no error. Ids that `keptOf` answers stay: work on a file
 * that finds it gone cannot tell whether it lies in the bin only.
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
