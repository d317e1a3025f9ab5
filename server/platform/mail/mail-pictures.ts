import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Decoder } from '../media/decoder.ts';
import { presetKey, type Storage } from '../storage/storage.ts';

/** JPEG, because desktop email programs can't show WebP. */
export type MailPicture = { id: string; jpeg: Buffer };

/** 768 px fills an email on a high-density screen. */
const PRESETS = [768, 512, 256];

/** For `cid:` URLs (RFC 2392). */
export const contentIdOf = (fileId: string) => `${fileId}@picture`;

export async function loadPictures(
  { storage, decoder }: { storage: Storage; decoder: Decoder },
  fileIds: readonly string[],
): Promise<MailPicture[]> {
  const pictures: MailPicture[] = [];
  for (const id of fileIds) {
    const key = await firstKey(storage, id);
    if (key) pictures.push({ id, jpeg: await jpegOf(storage, decoder, key) });
  }
  return pictures;
}

async function firstKey(storage: Storage, fileId: string): Promise<string | null> {
  for (const preset of PRESETS) {
    const key = presetKey(fileId, preset);
    if ((await storage.size(key)) !== null) return key;
  }
  return null;
}

async function jpegOf(storage: Storage, decoder: Decoder, key: string): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'overfly-mail-'));
  try {
    const made = join(folder, 'picture.jpg');
    await storage.withLocalFile(key, (path) => decoder.makeJpeg(path, made));
    return await readFile(made);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
