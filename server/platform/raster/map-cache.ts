import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { errorCode } from '../storage/file-errors.ts';
import { rasterKey, type RasterPart, type Storage } from '../storage/storage.ts';

const GIGABYTE = 1024 ** 3;
const MAX_BYTES = 4 * GIGABYTE;
/** Frees more than needed, so that not every new tile removes another. */
const TARGET_SHARE = 0.8;
const PARTIAL_SUFFIX = '.part';
const MAX_PAUSE_MS = 3_600_000;

/** Local tiles and, if storage is remote, copies of pyramids; the least recently used raster is dropped first. */
export type MapCache = {
  read(fileId: string, name: string): Promise<Buffer | null>;
  /** Ignores errors, such as a full disk. */
  write(fileId: string, name: string, bytes: Buffer): Promise<void>;
  /** Path of a local copy. `version` changes when the raster is processed again. Throws FILE_NOT_FOUND. */
  pyramid(fileId: string, part: RasterPart, version: number): Promise<string>;
  drop(fileId: string): Promise<void>;
};

type Options = {
  storage: Pick<Storage, 'localPath' | 'open'>;
  directory: string;
  maxBytes?: number;
};

export function createMapCache({ storage, directory, maxBytes = MAX_BYTES }: Options): MapCache {
  const usage = usageOf(directory);
  const copies = new Map<string, Promise<string>>();
  const folderOf = (fileId: string) => join(directory, fileId.slice(0, 2), fileId);

  async function drop(fileId: string) {
    usage.forget(fileId);
    await rm(folderOf(fileId), { recursive: true, force: true });
  }

  /** Writes under another name first, so that a file is always complete or missing. */
  async function put(fileId: string, name: string, fill: (path: string) => Promise<void>) {
    // Count existing files before adding one, or it would be counted twice.
    await usage.known();
    const path = join(folderOf(fileId), name);
    const partial = `${path}.${randomUUID()}${PARTIAL_SUFFIX}`;
    await mkdir(dirname(path), { recursive: true });
    try {
      await fill(partial);
      const { size } = await stat(partial);
      await rename(partial, path);
      usage.touch(fileId, size);
      for (const oldest of usage.oldestBeyond(maxBytes, fileId)) await drop(oldest);
    } finally {
      await rm(partial, { force: true });
    }
    return path;
  }

  async function copyOf(fileId: string, part: RasterPart, version: number) {
    const name = `${version}-${part}.tif`;
    usage.touch(fileId);
    const path = join(folderOf(fileId), name);
    if (await stat(path).catch(() => null)) return path;
    return put(fileId, name, async (to) =>
      pipeline(await storage.open(rasterKey(fileId, part)), createWriteStream(to)),
    );
  }

  return {
    async read(fileId, name) {
      const bytes = await readIfExists(join(folderOf(fileId), name));
      if (bytes) usage.touch(fileId);
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

async function readIfExists(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function usageOf(directory: string) {
  /** Least recently used first. Until `isKnown`, it has only the rasters used in this run, without their sizes. */
  const sizes = new Map<string, number>();
  const startedAt = Date.now();
  let adding: Promise<void> | undefined;
  let isKnown = false;

  function touch(fileId: string, bytes = 0) {
    const before = sizes.get(fileId) ?? 0;
    sizes.delete(fileId);
    if (before + bytes > 0 || !isKnown) sizes.set(fileId, before + bytes);
  }

  async function addExisting() {
    const kept = await listCached(directory, startedAt);
    const used = [...sizes.keys()].filter((fileId) => kept.has(fileId));
    sizes.clear();
    for (const [fileId, bytes] of kept) sizes.set(fileId, bytes);
    isKnown = true;
    for (const fileId of used) touch(fileId);
  }

  return {
    touch,
    forget: (fileId: string) => void sizes.delete(fileId),
    known: () => (adding ??= addExisting()),
    oldestBeyond(maxBytes: number, needed: string): string[] {
      let total = [...sizes.values()].reduce((sum, each) => sum + each, 0);
      if (total <= maxBytes) return [];
      const oldest: string[] = [];
      for (const [fileId, size] of sizes) {
        if (total <= maxBytes * TARGET_SHARE || fileId === needed) break;
        total -= size;
        oldest.push(fileId);
      }
      return oldest;
    },
  };
}

async function listCached(directory: string, startedAt: number): Promise<Map<string, number>> {
  const found = await readdir(directory, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = new Map<string, { bytes: number; usedAt: number }>();
  for (const entry of found) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const fileId = path.slice(directory.length + 1).split('/')[1] ?? '';
    const { size, mtimeMs } = (await stat(path).catch(() => null)) ?? { size: 0, mtimeMs: 0 };
    if (entry.name.endsWith(PARTIAL_SUFFIX)) {
      if (mtimeMs < startedAt - MAX_PAUSE_MS) await rm(path, { force: true }).catch(() => {});
      continue;
    }
    const before = files.get(fileId);
    files.set(fileId, {
      bytes: (before?.bytes ?? 0) + size,
      usedAt: Math.max(before?.usedAt ?? 0, mtimeMs),
    });
  }
  const oldestFirst = [...files].sort(([, a], [, b]) => a.usedAt - b.usedAt);
  return new Map(oldestFirst.map(([fileId, { bytes }]) => [fileId, bytes]));
}
