import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { IDENTITY } from '#domain/homography.ts';
import { presetFor } from '#domain/pictures.ts';
import type { Shape } from '#domain/pins.ts';
import type { Database } from '../db/database.ts';
import type { Decoder } from '../media/decoder.ts';
import { presetKey, type Storage } from '../storage/storage.ts';
import { findSpot } from './queries.ts';

/** JPEG, because desktop email programs can't show WebP. */
export type MailPicture = { id: string; jpeg: Buffer };

/** 768 px fills an email on a high-density screen. */
const PRESETS = [768, 512, 256];

/** For `cid:` URLs (RFC 2392). */
export const contentIdOf = (id: string) => `${id}@picture`;

type Parts = { db: Database; storage: Storage; decoder: Decoder };

/** Ids of files, and of pins: for those, the surroundings of the pin on its photo. */
export async function loadPictures(parts: Parts, ids: readonly string[]): Promise<MailPicture[]> {
  const { storage, decoder } = parts;
  const pictures: MailPicture[] = [];
  for (const id of ids) {
    const key = await firstKey(storage, id);
    const jpeg = key ? await jpegOf(storage, decoder, key) : await cutPin(parts, id);
    if (jpeg) pictures.push({ id, jpeg });
  }
  return pictures;
}

async function cutPin({ db, storage }: Parts, pinId: string): Promise<Buffer | null> {
  const spot = await findSpot(db, pinId);
  if (!spot) return null;
  const key = presetKey(spot.id, presetFor(spot.presets, Infinity) ?? 0);
  if ((await storage.size(key)) === null) return null;
  const { cutSpot } = await import('../media/stored-pictures.ts');
  const photo = { width: spot.width, height: spot.height };
  const marked = { photo, matrix: IDENTITY, marked: photo, at: spot };
  return cutSpot(await storage.read(key), { ...marked, drawing: spot.drawing as Shape[] });
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
