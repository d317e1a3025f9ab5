import { crc32 } from 'node:zlib';
import type { Context } from '#server/platform/context.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import { savePicture, type PublishedFileRow } from './queries.ts';

const MAX_CONCURRENT = 8;

type Needs = Pick<Context, 'db' | 'storage'>;

/** Adds the length and CRC-32 of each photo's largest picture, which older versions didn't store. */
export async function withPictures(
  ctx: Needs,
  files: readonly PublishedFileRow[],
): Promise<PublishedFileRow[]> {
  const unknown = files.filter(
    ({ kind, presets, pictureSize }) =>
      kind === 'photo' && presets.length > 0 && pictureSize === null,
  );
  const found = new Map<string, Awaited<ReturnType<typeof measure>>>();
  const rest = unknown.values();
  const work = async () => {
    for (const file of rest) found.set(file.id, await measure(ctx, file));
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, work));
  return files.map((file) => ({ ...file, ...found.get(file.id) }));
}

async function measure({ db, storage }: Needs, { id, presets }: PublishedFileRow) {
  const key = presetKey(id, Math.max(...presets));
  // If the picture is missing, the original is sent instead.
  if ((await storage.size(key)) === null) return null;
  const bytes = await storage.read(key);
  const picture = { pictureSize: bytes.length, pictureCrc32: crc32(bytes) };
  await db.as({ kind: 'system' }, (tx) => savePicture(tx, id, picture));
  return picture;
}
