import { randomUUID } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import type { Database, Tx } from '../db/database.ts';
import { findStoredFile, insertStorageId, lockStorageId } from './queries.ts';
import { originalKey, type Storage } from './storage.ts';

/** Stored with the files, so that a copy of them is recognized as the same storage. */
export const STORAGE_ID_KEY = 'content-files/storage-id';

/**
 * A database without files claims the first storage it is given. Without a matching id, storage is recognized by the
 * files in it (it may be a restored copy).
 */
export const claimStorage = (
  db: Pick<Database, 'as'>,
  storage: Storage,
): Promise<{ id: string; isOurs: boolean }> =>
  db.as({ kind: 'system' }, async (tx) => {
    const known = await lockStorageId(tx);
    const own = await ownId(storage);
    const isOurs =
      (known !== undefined && known === own) ||
      (await hasOurFiles(tx, storage, known === undefined));
    const id = known ?? (isOurs ? own : undefined) ?? randomUUID();
    // Write the id first: if interrupted here, the next start finds it.
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

async function hasOurFiles(tx: Tx, storage: Storage, isNew: boolean): Promise<boolean> {
  const file = await findStoredFile(tx);
  return file ? (await storage.size(originalKey(file.id))) !== null : isNew;
}
