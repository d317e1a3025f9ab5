import { resolve } from 'node:path';
import type { SettingsEnvironment as Environment } from '#domain/settings.ts';

type Bucket = Record<'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey', string>;

export type BackupConfig = {
  place: { kind: 'folder'; folder: string } | ({ kind: 'bucket' } & Bucket);
  /** HH:MM in `timeZone`. */
  time: string;
  timeZone: string;
  /** How many complete backups are kept. */
  keep: number;
};

const BUCKET_NAMES = ['ENDPOINT', 'BUCKET', 'ACCESS_KEY_ID', 'SECRET_ACCESS_KEY'] as const;

/** `backups` is null if neither a folder nor a bucket is set. */
export function readBackups(env: Environment) {
  const { BACKUP_FOLDER: folder, BACKUP_TIME: time, BRAND_TIME_ZONE: timeZone } = env;
  const missing = BUCKET_NAMES.filter((name) => env[`BACKUP_S3_${name}`] === undefined);
  const hasBucket = missing.length < BUCKET_NAMES.length;
  const problems = hasBucket
    ? missing.map((name) => `BACKUP_S3_${name}: is required for backups to S3`)
    : [];
  if (folder && hasBucket) problems.push('BACKUP_FOLDER: set either this, or BACKUP_S3_BUCKET');
  const place: BackupConfig['place'] | null = folder
    ? { kind: 'folder', folder: resolve(folder) }
    : hasBucket
      ? bucketOf(env)
      : null;
  const backups: BackupConfig | null = place && { place, time, timeZone, keep: env.BACKUP_KEEP };
  return { backups, problems };
}

const bucketOf = (env: Environment): BackupConfig['place'] => ({
  kind: 'bucket',
  endpoint: env.BACKUP_S3_ENDPOINT ?? '',
  bucket: env.BACKUP_S3_BUCKET ?? '',
  region: env.BACKUP_S3_REGION,
  accessKeyId: env.BACKUP_S3_ACCESS_KEY_ID ?? '',
  secretAccessKey: env.BACKUP_S3_SECRET_ACCESS_KEY ?? '',
});
