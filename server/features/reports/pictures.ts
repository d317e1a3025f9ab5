import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { Picture } from './content.ts';

/** A picture as JPEG, which PDF holds as it is; null when it is gone. Rejects when the machine is at fault. */
export async function loadPicture(
  { storage, decoder }: Pick<Context, 'storage' | 'decoder'>,
  { fileId, preset }: Picture,
): Promise<Buffer | null> {
  const key = presetKey(fileId, preset);
  if ((await storage.size(key)) === null) return null;
  const folder = await mkdtemp(join(tmpdir(), 'overfly-report-'));
  try {
    const made = join(folder, 'picture.jpg');
    await storage.withLocalFile(key, (path) => decoder.makeJpeg(path, made));
    return await readFile(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
