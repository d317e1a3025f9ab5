import { copyFile, link, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { errorCode } from './file-errors.ts';

export const isAbsent = (error: unknown) =>
  ['ENOENT', 'EISDIR', 'ENOTDIR'].includes(errorCode(error));

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

const NO_LINK_CODES = ['EPERM', 'ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EMLINK'];

/** Throws EEXIST if the name is taken. rename() would replace the file; link() doesn't. */
export async function moveToFreeName(from: string, to: string) {
  try {
    await link(from, to);
  } catch (error) {
    if (!NO_LINK_CODES.includes(errorCode(error))) throw error;
    if ((await sizeOf(to)) !== null) throw Object.assign(new Error(), { code: 'EEXIST' });
    return rename(from, to);
  }
  await rm(from);
}

export async function sizeOf(path: string) {
  try {
    const info = await stat(path);
    return info.isFile() ? info.size : null;
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}

async function sync(path: string) {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Syncs a file to disk, then moves it into place. `scratchPath` must be on the same disk. */
export function createPlacer(scratchPath: () => Promise<string>) {
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
      if (errorCode(error) !== 'EXDEV') throw error; // storage is on another file system
      await make(to, (copy) => copyFile(path, copy), move);
      await rm(path, { force: true });
    }
  }

  return { make, takeOver };
}
