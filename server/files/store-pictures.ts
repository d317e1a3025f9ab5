import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import type { Context } from '#server/platform/context.ts';
import type { MadeSizes } from '#server/platform/media/decoder.ts';
import { presetKey } from '#server/platform/storage/storage.ts';
import type { FileChanges, FileToProcess } from './queries.ts';

export async function storePictures(
  { storage }: Pick<Context, 'storage'>,
  { id, posterChoice }: Pick<FileToProcess, 'id' | 'posterChoice'>,
  made: MadeSizes,
): Promise<FileChanges> {
  const { width, height, thumbhash, fileOf } = made;
  const presets = made.presets.map(({ preset }) => preset).toSorted((a, b) => a - b);
  // `presets` are in ascending order, so the last picture is the largest.
  let largest = {};
  for (const preset of presets) {
    const bytes = await readFile(fileOf(preset));
    await storage.put(presetKey(id, preset, posterChoice), bytes);
    largest = { pictureSize: bytes.length, pictureCrc32: crc32(bytes) };
  }
  return { width, height, thumbhash, presets, ...largest };
}
