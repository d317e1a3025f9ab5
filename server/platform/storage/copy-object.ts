import { createHash } from 'node:crypto';
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '#domain/errors.ts';
import { hashFile } from './hash.ts';
import type { Storage } from './storage.ts';

export type CopyProblem = 'missing' | 'changed';

/**
 * The file `to` appears only once it's complete, on disk, and matches `sha256`. Returns why it wasn't copied, or null.
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

/** 'there': already stored; 'taken': the key has another object; 'missing', 'changed': not the expected file. */
export type CopyResult = 'copied' | 'there' | 'missing' | 'changed' | 'taken';

/** Copies to `scratch` first, so that what is hashed is what is stored. Never replaces an object. */
export async function copyIn(
  storage: Pick<Storage, 'create' | 'open'>,
  from: string,
  key: string,
  { sha256, scratch }: { sha256: string; scratch: string },
): Promise<CopyResult> {
  const present = await hashOf(storage, key);
  if (present !== null) return present === sha256 ? 'there' : 'taken';
  const info = await stat(from).catch(() => null);
  if (!info?.isFile()) return 'missing';
  await copyFile(from, scratch);
  try {
    if ((await hashFile(scratch)).sha256 !== sha256) return 'changed';
    if (await storage.create(scratch, key)) return 'copied';
    return (await hashOf(storage, key)) === sha256 ? 'there' : 'taken';
  } finally {
    await rm(scratch, { force: true });
  }
}

/** SHA-256 in hex; null if there is no such object. */
export async function hashOf(storage: Pick<Storage, 'open'>, key: string): Promise<string | null> {
  const hash = createHash('sha256');
  try {
    for await (const chunk of await storage.open(key)) hash.update(chunk);
  } catch (error) {
    if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') return null;
    throw error;
  }
  return hash.digest('hex');
}
