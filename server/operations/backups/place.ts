import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Context } from '#server/platform/context.ts';
import { AppError } from '#domain/errors.ts';
import { diskStorage } from '#server/platform/storage/disk.ts';
import { errorCode, isStorageFull } from '#server/platform/storage/file-errors.ts';
import { scratchFolder } from '#server/platform/storage/scratch-folder.ts';
import type { Storage } from '#server/platform/storage/storage.ts';

export type BackupConfig = NonNullable<Context['config']['backups']>;

/** Where backups are stored: a folder and a bucket have the same layout. */
export type Place = {
  storage: Pick<Storage, 'create' | 'moveIn' | 'open' | 'read' | 'remove' | 'removeAll' | 'size'>;
  /** New paths for files before they are moved into `storage`. */
  scratch: () => Promise<string>;
};

export const placeName = ({ place }: BackupConfig): string =>
  place.kind === 'folder' ? place.folder : `${place.endpoint}/${place.bucket}`;

export async function folderPlace(root: string): Promise<Place> {
  await mkdir(root, { recursive: true });
  const directory = join(root, '.tmp');
  // With `recursive`, a read-only disk would be reported as a missing folder.
  await mkdir(directory).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  return { storage: diskStorage(root), scratch: scratchFolder(directory) };
}

export async function openPlace(
  { place }: BackupConfig,
  { dataDir }: Context['config'],
): Promise<Place> {
  if (place.kind === 'folder') return folderPlace(place.folder);
  const scratch = join(dataDir, 'tmp');
  const { s3Storage } = await import('#server/platform/storage/s3.ts');
  return {
    storage: withBucketErrors(s3Storage(place, { scratch })),
    scratch: scratchFolder(scratch),
  };
}

class BucketError extends Error {}

/** Distinguishes the backup's bucket from the one that the site stores its files in. */
const withBucketErrors = (storage: Place['storage']): Place['storage'] =>
  new Proxy(storage, {
    get:
      (target, name: keyof Place['storage']) =>
      (...args: never[]) =>
        (target[name] as (...args: never[]) => Promise<unknown>)(...args).catch(
          (error: unknown) => {
            if (error instanceof AppError && error.code === 'FILE_NOT_FOUND') throw error;
            throw new BucketError(error instanceof Error ? error.message : String(error), {
              cause: error,
            });
          },
        ),
  });

export type PlaceProblem = { message: string; isTemporary: boolean };

const isFull = (error: unknown) =>
  (error instanceof AppError && error.code === 'STORAGE_FULL') || isStorageFull(error);

/** What went wrong and what to do; null if the place isn't the cause. */
export function problemOf(error: unknown, { place }: BackupConfig): PlaceProblem | null {
  const final = (message: string) => ({ message, isTemporary: false });
  if (place.kind === 'folder') {
    const message = folderProblem(error, place.folder);
    return message === null ? null : final(message);
  }
  const { bucket } = place;
  if (isFull(error)) return final('The disk of DATA_DIR is full. Free up space on it.');
  if (!(error instanceof BucketError)) return null;
  if (isFull(error.cause))
    return final(`The bucket ${bucket} is full. Make room in it, or set BACKUP_KEEP lower.`);
  const reason = error.message
    .replace('Object storage failed: ', '')
    .replace(/\bS3_/g, 'BACKUP_S3_');
  const message = `The bucket ${bucket} can't be used: ${reason}. Check the backup settings and the rights of the key.`;
  return { message, isTemporary: /reached|closed|in time/.test(reason) };
}

function folderProblem(error: unknown, folder: string): string | null {
  if (isFull(error))
    return `The disk of ${folder} is full. Free up space, or set BACKUP_KEEP lower.`;
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (!path?.startsWith(folder)) return null;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code))
    return `Overfly can't write to ${folder} (${code}). Give its user write access, or choose another folder.`;
  return `${folder} can't be used as a folder (${code}). Create it, or check its disk.`;
}
