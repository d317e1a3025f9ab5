import {
  copyFile,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { errorCode, isStorageFull } from './file-errors.ts';
import { readChunks } from './read-chunks.ts';
import { scratchFolder } from './scratch-folder.ts';
import { checkedFolder, checkedKey, type Storage, type StoredObject } from './storage.ts';

const GIGABYTE = 1024 ** 3;
/** Less than either, free bytes or their share of the disk, is little. */
const LOW = { bytes: 5 * GIGABYTE, share: 0.1 } as const;

/** No object: nothing of that name, a folder, or a name below an object. */
const isAbsent = (error: unknown) => ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error));

/** Turns the file system's words into the product's. */
function translate(error: unknown): never {
  if (isStorageFull(error)) throw new AppError('STORAGE_FULL', undefined, { cause: error });
  if (isAbsent(error)) throw new AppError('FILE_NOT_FOUND', undefined, { cause: error });
  throw error;
}

/** Forces a file or the entries of a folder to disk. */
async function sync(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const gigabytes = (bytes: number) => `${(bytes / GIGABYTE).toFixed(1)} GB`;

/** What to say of a disk with so many bytes free; null as long as that is enough. */
export function lowWarning(free: number, total: number, what = 'Storage'): string | null {
  if (free >= LOW.bytes && free >= total * LOW.share) return null;
  return `${what} is running low: ${gigabytes(free)} of ${gigabytes(total)} free.`;
}

type Move = (from: string, to: string) => Promise<void>;

async function moveIntoPlace(from: string, to: string, move: Move = rename) {
  const folder = dirname(to);
  const topmostNew = await mkdir(folder, { recursive: true });
  await move(from, to);
  const last = topmostNew ? dirname(topmostNew) : folder;
  for (let at = folder; ; at = dirname(at)) {
    await sync(at);
    if (at === last) return;
  }
}

/** What link() answers on a file system without hard links. */
const NO_LINKS = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Moves a file to a name that must be free: rename() would replace what has it, link() refuses with EEXIST. */
async function moveToFreeName(from: string, to: string) {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINKS.includes(errorCode(error))) throw error;
    if ((await sizeOf(to)) !== null) throw Object.assign(new Error(), { code: 'EEXIST' });
    return rename(from, to);
  }
  await rm(from);
}

async function sizeOf(path: string) {
  try {
    const info = await stat(path);
    return info.isFile() ? info.size : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function* listFolder(root: string, folder: string): AsyncGenerator<StoredObject> {
  const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(absentAsNone);
  for (const entry of entries) {
    const key = folder + entry.name;
    if (entry.isDirectory()) yield* listFolder(root, `${key}/`);
    if (!entry.isFile()) continue;
    // Removed since it was listed, perhaps.
    const found = await stat(join(root, key)).catch(() => null);
    if (found) yield { key, bytes: found.size, changedAt: found.mtime };
  }
}

const absentAsNone = (error: unknown): [] => {
  if (isAbsent(error)) return [];
  throw error;
};

/** Room on the disk of a folder, which is made if it is not there. */
export async function spaceOf(root: string) {
  await mkdir(root, { recursive: true });
  const { bavail, bfree, blocks, bsize } = await statfs(root);
  // What only the system may use counts as used, as `df` counts it.
  return { free: bavail * bsize, total: (blocks - bfree + bavail) * bsize };
}

/** Storage in a directory of this machine. Writes are forced to disk, then moved into place. */
export function diskStorage(root: string): Storage {
  const pathOf = (key: string) => join(root, checkedKey(key));
  const scratchPath = scratchFolder(join(root, '.tmp'));

  async function make(to: string, write: (path: string) => Promise<void>, move?: Move) {
    const path = await scratchPath();
    try {
      await write(path);
      await sync(path);
      await moveIntoPlace(path, to, move);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
  }

  async function takeOver(path: string, to: string, move?: Move) {
    await sync(path);
    try {
      await moveIntoPlace(path, to, move);
    } catch (error) {
      if (errorCode(error) !== 'EXDEV') throw error; // storage is a file system of its own
      await make(to, (copy) => copyFile(path, copy), move);
      await rm(path, { force: true });
    }
  }

  return {
    async put(key, bytes) {
      await make(pathOf(key), (path) => writeFile(path, bytes, { flag: 'wx' })).catch(translate);
    },

    async adopt(path, key) {
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
        const warning = lowWarning(free, total);
        return { ok: free > 100 * 1024 ** 2, detail: `${gigabytes(free)} free`, warning };
      } catch (error) {
        return { ok: false, detail: 'the storage folder cannot be used', error };
      }
    },
  };
}
