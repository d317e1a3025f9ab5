import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { hashFile } from './hash.ts';
import type { Storage } from './storage.ts';

/** Why an object was not copied. */
export type CopyProblem = 'missing' | 'changed';

/**
 * Copies an object into a file, which is there only once it is whole, on the disk, and has this hash, if one is given. Until
 * then it is `unfinished`, on the same disk. Answers why not, else null; rejects when the object is not to blame.
 */
export async function copyOut(
  storage: Pick<Storage, 'open'>,
  key: string,
  to: string,
  { sha256, unfinished }: { sha256?: string; unfinished: string },
): Promise<CopyProblem | null> {
  for (const path of [to, unfinished]) await mkdir(dirname(path), { recursive: true });
  const problem = await write(storage, key, unfinished, sha256).catch(async (error: unknown) => {
    await rm(unfinished, { force: true });
    if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') return 'missing' as const;
    throw error;
  });
  if (problem) await rm(unfinished, { force: true });
  else await rename(unfinished, to);
  return problem;
}

async function write(
  storage: Pick<Storage, 'open'>,
  key: string,
  path: string,
  sha256: string | undefined,
): Promise<CopyProblem | null> {
  const hash = createHash('sha256');
  const file = await open(path, 'w');
  try {
    for await (const chunk of await storage.open(key)) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return sha256 === undefined || hash.digest('hex') === sha256 ? null : 'changed';
}

/**
 * Copies a file into the storage by way of `scratch`, a path on this machine. What is hashed is what is stored. False
 * when its bytes have another hash; then nothing is stored.
 */
export async function copyIn(
  storage: Pick<Storage, 'adopt'>,
  from: string,
  key: string,
  { sha256, scratch }: { sha256: string; scratch: string },
): Promise<boolean> {
  await copyFile(from, scratch);
  if ((await hashFile(scratch)).sha256 !== sha256) {
    await rm(scratch, { force: true });
    return false;
  }
  await storage.adopt(scratch, key);
  return true;
}
