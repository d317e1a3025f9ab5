import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

type List = (directory: string) => Promise<string[]>;

const LEFT_BEHIND_MS = 24 * 60 * 60 * 1000;

/**
 * Answers fresh paths in one folder, for files in the making. What a killed process left there is
 * removed when it is a day old, not at once: other processes may work in the same folder.
 */
export function scratchFolder(directory: string, list: List = readdir): () => Promise<string> {
  let swept: Promise<void> | undefined;
  return async () => {
    await mkdir(directory, { recursive: true });
    // Clearing up must not be in the way of new files: what fails is done with the next one.
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
    if (info && Date.now() - info.mtimeMs > LEFT_BEHIND_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
