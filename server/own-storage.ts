import { join } from 'node:path';
import type { Context } from './platform/context.ts';
import { AppError } from '#domain/errors.ts';
import { claimStorage, STORAGE_ID_KEY } from './platform/storage/claim.ts';

type Needs = Pick<Context, 'config' | 'db' | 'log' | 'storage'>;

/**
 * Rejects if the storage belongs to another database, because files would seem to be missing. Returns false if the
 * storage doesn't respond.
 */
export async function assertOwnStorage({ config, db, log, storage }: Needs): Promise<boolean> {
  const found = await claimStorage(db, storage).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'DATABASE_UNAVAILABLE') throw error;
    log.error({ err: error }, 'cannot check whether the storage belongs to this database');
    return null;
  });
  if (found === null || found.isOurs) return found !== null;
  const place = config.s3
    ? `S3_BUCKET: the bucket ${config.s3.bucket}`
    : `DATA_DIR: the folder ${join(config.dataDir, 'storage')}`;
  throw new Error(
    `${place} does not contain this database's files. All processes that share a database need the same ` +
      `DATA_DIR or S3 settings. If its files are lost, save the text ${found.id} there as ` +
      `${STORAGE_ID_KEY} to continue without them.`,
  );
}
