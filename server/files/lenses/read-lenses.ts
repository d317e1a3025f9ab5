import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError, isFileFault } from '#domain/errors.ts';
import { lensFacts, NO_LENS_FACTS } from '#domain/lens.ts';
import type { Context } from '#server/platform/context.ts';
import { listWithoutLens, writeLens } from './queries.ts';
import { inRunFolder } from '../work-folder.ts';

type Unread = Awaited<ReturnType<typeof listWithoutLens>>[number];

const SYSTEM = { kind: 'system' } as const;
const BATCH_SIZE = 100;
/** Enough to include a JPEG's metadata, even if it comes after the measurements of a thermal camera. */
const HEAD_BYTES = 2 ** 20;

/** Adds the lens of photos that were processed before lenses were stored. */
export async function readLenses(ctx: Context): Promise<void> {
  for (const photo of await ctx.db.as(SYSTEM, (tx) => listWithoutLens(tx, BATCH_SIZE))) {
    const facts = await lensOfStored(ctx, photo);
    await ctx.db.as(SYSTEM, (tx) => writeLens(tx, photo.id, facts));
  }
}

/** If the original can't be read, uses only the file name. */
async function lensOfStored(ctx: Context, photo: Unread) {
  const facts = await withHead(ctx, photo, (path) => ctx.decoder.readMetadata(path, 'UTC')).catch(
    (error: unknown) => {
      const isGone = error instanceof AppError && error.code === 'FILE_NOT_FOUND';
      if (isGone || isFileFault(error)) return NO_LENS_FACTS;
      throw error;
    },
  );
  return lensFacts({ ...facts, fileName: photo.fileName });
}

/** From remote storage, only the beginning of a JPEG is downloaded. */
async function withHead<T>(
  ctx: Context,
  { id, filePath, fileType }: Unread,
  work: (path: string) => Promise<T>,
): Promise<T> {
  const { storage } = ctx;
  if (storage.localPath(filePath) !== null || fileType !== 'image/jpeg')
    return storage.withLocalFile(filePath, work);
  const bytes = await storage.size(filePath);
  if (bytes === null) throw new AppError('FILE_NOT_FOUND');
  return inRunFolder(ctx, id, async (folder) => {
    const path = join(folder, 'head.jpg');
    const end = Math.min(bytes, HEAD_BYTES) - 1;
    await writeFile(path, await storage.open(filePath, { start: 0, end }));
    return work(path);
  });
}
