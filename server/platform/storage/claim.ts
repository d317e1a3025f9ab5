import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import { findStoredFile, insertStorageId, lockStorageId } from './queries.ts';
import { originalKey, type Storage } from './storage.ts';

/** Where a storage says which one it is: among the files, so that a copy of them is the same one. */
export const STORAGE_ID_KEY = 'content-files/storage-id';

/**
 * Whether the files of the database are in this storage, and the `id` of the one that they are in. The
 * first storage that is asked about becomes that of a database without files. One of another name, or
 * none, is known by the files in it: it was made before storages had names, or restored without.
 * Rejects when the storage cannot be asked.
 */
export const claimStorage = (
  db: Pick<Database, 'as'>,
  storage: Storage,
): Promise<{ id: string; isOurs: boolean }> =>
  db.as({ kind: 'system' }, async (tx) => {
    const known = await lockStorageId(tx);
    const own = await ownId(storage);
    const isOurs =
      (known !== undefined && known === own) || (await fits(tx, storage, known === undefined));
    const id = known ?? (isOurs ? own : undefined) ?? randomUUID();
    // First: interrupted here, the name waits for the next start.
    if (isOurs && own !== id) await storage.put(STORAGE_ID_KEY, Buffer.from(`${id}\n`));
    if (known === undefined) await insertStorageId(tx, id);
    return { id, isOurs };
  });

async function ownId(storage: Storage): Promise<string | undefined> {
  try {
    return (await storage.read(STORAGE_ID_KEY)).toString().trim();
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') return undefined;
    throw error;
  }
}

/** Whether a file of the database is in the storage; of a database without files, whether it `isNew`. */
async function fits(tx: Tx, storage: Storage, isNew: boolean): Promise<boolean> {
  const file = await findStoredFile(tx);
  return file ? (await storage.size(originalKey(file.id))) !== null : isNew;
}
