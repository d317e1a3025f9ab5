import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

type List = (directory: string) => Promise<string[]>;

const ABANDONED_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Returns a function that makes new paths. Files are removed after a day, because other processes may share the folder.
 */
export function scratchFolder(directory: string, list: List = readdir): () => Promise<string> {
  let swept: Promise<void> | undefined;
  return async () => {
    await mkdir(directory, { recursive: true });
    // A failed cleanup must not block new files; the next call tries again.
    swept ??= sweep(directory, list).catch(() => {
      swept = undefined;
    });
    await swept;
    return join(directory, randomUUID());
  };
}

async function sweep(directory: string, list: List) {
  for (const name of await list(directory)) {
    const path = join(directory, name);
    const info = await stat(path).catch(() => null); // null: just removed by another process
    if (info && Date.now() - info.mtimeMs > ABANDONED_AFTER_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
