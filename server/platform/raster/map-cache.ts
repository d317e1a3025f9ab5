import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../storage/file-errors.ts';
import { rasterKey, type RasterPart, type Storage } from '../storage/storage.ts';

const GIGABYTE = 1024 ** 3;
const MAX_BYTES = 4 * GIGABYTE;
/** What is left once something had to go, so that it has not to go with every tile. */
const KEPT_SHARE = 0.8;
const PART = '.part';

/**
 * Tiles of rasters on a disk of this machine and, where storage is elsewhere, copies of the pyramids that
 * they are drawn of. A folder for each raster; together they stay within bounds, and the one that was not
 * used for the longest time goes first. All of it can be made again.
 */
export type MapCache = {
  /** A tile, or null when it is not here. */
  read(fileId: string, name: string): Promise<Buffer | null>;
  /** Keeps a tile; a full disk is no error. */
  write(fileId: string, name: string, bytes: Buffer): Promise<void>;
  /** A local file with a part of a raster. `version` is another when it was read anew. FILE_NOT_FOUND. */
  pyramid(fileId: string, part: RasterPart, version: number): Promise<string>;
  /** Removes all of a raster. */
  drop(fileId: string): Promise<void>;
};

type Options = {
  storage: Pick<Storage, 'localPath' | 'open'>;
  directory: string;
  maxBytes?: number;
};

export function createMapCache({ storage, directory, maxBytes = MAX_BYTES }: Options): MapCache {
  /** Bytes of each raster, the one that was used last at the end; what an earlier run left is added once. */
  const sizes = new Map<string, number>();
  const copies = new Map<string, Promise<string>>();
  let known: Promise<void> | undefined;
  const folderOf = (fileId: string) => join(directory, fileId.slice(0, 2), fileId);

  function touch(fileId: string, bytes = 0) {
    const before = sizes.get(fileId) ?? 0;
    sizes.delete(fileId);
    if (before + bytes > 0) sizes.set(fileId, before + bytes);
  }

  async function drop(fileId: string) {
    sizes.delete(fileId);
    await rm(folderOf(fileId), { recursive: true, force: true });
  }

  async function grow(fileId: string, bytes: number) {
    await (known ??= addKept(directory, sizes));
    touch(fileId, bytes);
    let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
    if (total <= maxBytes) return;
    for (const [oldest, size] of sizes) {
      if (total <= maxBytes * KEPT_SHARE || oldest === fileId) break;
      total -= size;
      await drop(oldest);
    }
  }

  /** Whole or not at all: beside it first. */
  async function put(fileId: string, name: string, fill: (path: string) => Promise<void>) {
    const path = join(folderOf(fileId), name);
    const beside = `${path}.${randomUUID()}${PART}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await fill(beside);
      const { size } = await stat(beside);
      await rename(beside, path);
      await grow(fileId, size);
    } finally {
      await rm(beside, { force: true });
    }
    return path;
  }

  async function copyOf(fileId: string, part: RasterPart, version: number) {
    const name = `${version}-${part}.tif`;
    touch(fileId);
    const path = join(folderOf(fileId), name);
    if (await stat(path).catch(() => null)) return path;
    return put(fileId, name, async (to) =>
      pipeline(await storage.open(rasterKey(fileId, part)), createWriteStream(to)),
    );
  }

  return {
    async read(fileId, name) {
      const bytes = await readIfThere(join(folderOf(fileId), name));
      if (bytes) touch(fileId);
      return bytes;
    },

    async write(fileId, name, bytes) {
      await put(fileId, name, (path) => writeFile(path, bytes)).catch(() => {});
    },

    async pyramid(fileId, part, version) {
      const path = storage.localPath(rasterKey(fileId, part));
      if (path !== null) return path;
      const key = `${fileId} ${version} ${part}`;
      const copying = copies.get(key) ?? copyOf(fileId, part, version);
      copies.set(key, copying);
      return copying.finally(() => copies.delete(key));
    },

    drop,
  };
}

async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

/** Counts what an earlier run left in the folders, and removes what it had only begun. */
async function addKept(directory: string, sizes: Map<string, number>): Promise<void> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const ages = new Map<string, { bytes: number; usedAt: number }>();
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const fileId = path.slice(directory.length + 1).split('/')[1] ?? '';
    const { size, mtimeMs } = (await stat(path).catch(() => null)) ?? { size: 0, mtimeMs: 0 };
    const before = ages.get(fileId);
    ages.set(fileId, {
      bytes: (before?.bytes ?? 0) + size,
      usedAt: Math.max(before?.usedAt ?? 0, mtimeMs),
    });
  }
  const used = new Map(sizes);
  sizes.clear();
  for (const [fileId, { bytes }] of [...ages].sort((a, b) => a[1].usedAt - b[1].usedAt))
    sizes.set(fileId, bytes);
  for (const fileId of used.keys()) {
    const bytes = sizes.get(fileId);
    sizes.delete(fileId);
    if (bytes !== undefined) sizes.set(fileId, bytes);
  }
}
