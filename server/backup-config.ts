import { resolve } from 'node:path';
import { z } from 'zod';
import { TimeZone } from '#domain/fields.ts';

const text = z.string().min(1).optional();

export const BACKUP_ENVIRONMENT = {
  BACKUP_FOLDER: text,
  BACKUP_S3_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .transform((url) => url.replace(/\/+$/, ''))
    .optional(),
  BACKUP_S3_BUCKET: text,
  BACKUP_S3_REGION: z.string().min(1).default('us-east-1'),
  BACKUP_S3_ACCESS_KEY_ID: text,
  BACKUP_S3_SECRET_ACCESS_KEY: text,
  BACKUP_TIME: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 02:00')
    .default('02:00'),
  BACKUP_TIME_ZONE: TimeZone.default('UTC'),
  BACKUP_KEEP: z.coerce.number('must be a number').int().min(1).max(365).default(7),
};

type Environment = z.output<z.ZodObject<typeof BACKUP_ENVIRONMENT>>;
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
  const { BACKUP_FOLDER: folder, BACKUP_TIME: time, BACKUP_TIME_ZONE: timeZone } = env;
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
