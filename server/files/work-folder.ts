import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';

type Needs = Pick<Context, 'config'>;

export const workFolder = (config: Context['config']) => join(config.dataDir, 'work');

/** The name is unique because a job may run twice at the same time. */
export const runFolderName = (fileId: string) => `${fileId}-${randomUUID()}`;

export const fileIdOfRun = (name: string) => name.slice(0, 36);

export async function inRunFolder<T>(
  { config }: Needs,
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
