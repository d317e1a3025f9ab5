import { open, mkdir, readdir, readFile, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { byteSize } from '#domain/byte-size.ts';
import { AppError } from '#domain/errors.ts';
import { errorCode, isStorageFull } from './file-errors.ts';
import { isAbsent, moveToFreeName, createPlacer, sizeOf } from './into-place.ts';
import { readChunks } from './read-chunks.ts';
import { scratchFolder } from './scratch-folder.ts';
import { checkedFolder, checkedKey, type Storage, type StoredObject } from './storage.ts';

const GIGABYTE = 1024 ** 3;
const LOW_SPACE = { bytes: 5 * GIGABYTE, share: 0.1 } as const;

function translate(error: unknown): never {
  if (isStorageFull(error)) throw new AppError('STORAGE_FULL', undefined, { cause: error });
  if (isAbsent(error)) throw new AppError('FILE_NOT_FOUND', undefined, { cause: error });
  throw error;
}

export function lowSpaceWarning(free: number, total: number, what = 'Storage'): string | null {
  if (free >= LOW_SPACE.bytes && free >= total * LOW_SPACE.share) return null;
  return `${what} is running low: ${byteSize(free)} of ${byteSize(total)} free.`;
}

async function* listFolder(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(emptyIfAbsent);
  for (const entry of entries) {
    const key = folder + entry.name;
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`);
    if (!entry.isFile()) continue;
    const found = await stat(join(root, key)).catch(() => null);
    if (found) yield { key, bytes: found.size, changedAt: found.mtime };
  }
}

const emptyIfAbsent = (error: unknown): [] => {
  if (isAbsent(error)) return [];
  throw error;
};

export async function spaceOf(root: string) {
  await mkdir(root, { recursive: true });
  const { bavail, bfree, blocks, bsize } = await statfs(root);
  // Space reserved for the system counts as used, as in `df`.
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
}

export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkedKey(key));
  const { make, takeOver } = createPlacer(scratchFolder(join(root, '.tmp')));

  return {
    async put(key, bytes) {
      await make(pathOf(key), (path) => writeFile(path, bytes, { flag: 'wx' })).catch(translate);
    },

    async moveIn(path, key) {
      const to = pathOf(key);
      try {
        await takeOver(path, to);
      } catch (error) {
        const isDone = errorCode(error) === 'ENOENT' && (await sizeOf(to)) !== null;
        if (!isDone) translate(error);
      }
    },

    async create(path, key) {
      try {
        await takeOver(path, pathOf(key), moveToFreeName);
        return true;
      } catch (error) {
        if (errorCode(error) === 'EEXIST') return false;
        return translate(error);
      }
    },

    size: async (key) => sizeOf(pathOf(key)),

    async open(key, range) {
      const file = await open(pathOf(key), 'r').catch(translate);
      return readChunks(file, range);
    },

    read: async (key) => readFile(pathOf(key)).catch(translate),

    async withLocalFile(key, work) {
      const path = pathOf(key);
      if ((await sizeOf(path)) === null) throw new AppError('FILE_NOT_FOUND');
      return work(path);
    },

    localPath: pathOf,

    remove: (key) => rm(pathOf(key), { force: true }),

    async removeAll(prefix) {
      await rm(join(root, checkedFolder(prefix)), { recursive: true, force: true });
    },

    list: (prefix) => listFolder(root, checkedFolder(prefix)),

    space: () => spaceOf(root),

    async state() {
      try {
        const { free, total } = await spaceOf(root);
        const warning = lowSpaceWarning(free, total);
        return { ok: free > 100 * 1024 ** 2, detail: `${byteSize(free)} free`, warning };
      } catch (error) {
        return { ok: false, detail: 'the storage folder cannot be used', error };
      }
    },
  };
}
