import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { openPromise, type Entry } from 'yauzl';
import { MAP_RESULTS } from '#domain/map-builds.ts';
import { hashFile, type Digest } from '#server/platform/storage/hash.ts';
import { EngineError } from './engine.ts';

/** More than an engine ever packs; the requested outputs are a dozen. */
const MAX_ENTRIES = 20_000;
/** Heights and models compress well, but not this well. */
const MAX_RATIO = 1000;
const MAX_BYTES = 200 * 1024 ** 3;

export type MapResult = { name: string; path: string; digest: Digest };

const damaged = (cause?: unknown) =>
  new EngineError('The archive from the engine is damaged.', { cause });

/**
 * Extracts the known results of an archive into `folder`, and ignores all other entries. Throws an EngineError if the
 * archive is damaged or hostile.
 */
export async function extractResults(archive: string, folder: string): Promise<MapResult[]> {
  const zip = await openPromise(archive).catch((error: unknown) => {
    throw damaged(error);
  });
  const results: MapResult[] = [];
  try {
    if (zip.entryCount > MAX_ENTRIES) throw damaged();
    for await (const entry of zip.eachEntry()) {
      const wanted = MAP_RESULTS.find(({ path }) => path === entry.fileName);
      if (!wanted || results.some(({ name }) => name === wanted.name)) continue;
      assertPlausible(entry);
      const path = join(folder, `${results.length}`);
      await pipeline(await zip.openReadStreamPromise(entry), createWriteStream(path));
      const digest = await hashFile(path);
      if (digest.crc32 !== entry.crc32) throw damaged();
      results.push({ name: wanted.name, path, digest });
    }
  } catch (error) {
    throw error instanceof EngineError || isDiskFull(error) ? error : damaged(error);
  } finally {
    zip.close();
  }
  return results;
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOSPC';

function assertPlausible({ uncompressedSize, compressedSize }: Entry): void {
  if (uncompressedSize > MAX_BYTES || uncompressedSize > compressedSize * MAX_RATIO + 1_000_000)
    throw damaged();
}
