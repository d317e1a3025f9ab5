import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';

type Means = Pick<Context, 'config'>;

/** Where files are made before they go into storage. */
export const workFolder = (config: Context['config']) => join(config.dataDir, 'work');

/** The name of one run's folder in it: a job that is handed out twice must not meet itself. */
export const runFolderName = (fileId: string) => `${fileId}-${randomUUID()}`;

/** The id of the file that a folder of that name was made for. */
export const fileIdOfRun = (name: string) => name.slice(0, 36);

/** Calls `work` with an empty folder of this run, which is gone afterwards. */
export async function inRunFolder<T>(
  { config }: Means,
  fileId: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = join(workFolder(config), runFolderName(fileId));
  await mkdir(folder, { recursive: true });
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
