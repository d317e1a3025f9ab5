import { z } from 'zod';

export const ROWS_FILE = 'rows.json';
/** Ids of files that were deleted during the backup. */
export const GONE_FILE = 'gone.json';
export const KEY_FILE = 'secret-key';
/** Written last: a backup without a manifest is incomplete. Its paths are relative to the backup's folder. */
export const MANIFEST_FILE = 'manifest-sha256.txt';
/** All backups in a folder share this subfolder. */
const ORIGINALS_FOLDER = 'originals';

export const FORMAT = 'overfly-backup';
export const VERSION = 1;

export const BackupHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int().max(VERSION),
  madeAt: z.iso.datetime(),
  schema: z.string(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

export const BackedUpFile = z.object({
  id: z.uuid(),
  sha256: z.string(),
  file_size: z.int(),
  kind: z.string(),
  state: z.string(),
  presets: z.array(z.int()),
  poster_version: z.int(),
});
export type BackedUpFile = z.infer<typeof BackedUpFile>;

/** Relative to the folder that contains the backups. */
export const originalPath = (id: string) => `${ORIGINALS_FOLDER}/${id.slice(0, 2)}/${id}`;

export const picturePath = (id: string, preset: number) =>
  `pictures/${id.slice(0, 2)}/${id}/w${preset}.webp`;

/** Returns null if the path isn't that of a picture. */
export function readPicturePath(path: string): { id: string; preset: number } | null {
  const [, id, preset] = /^\.\.\/pictures\/..\/([0-9a-f-]{36})\/w(\d+)\.webp$/.exec(path) ?? [];
  return z.uuid().safeParse(id).success ? { id: String(id), preset: Number(preset) } : null;
}

/** The name sorts by time and is valid on every file system. */
export const backupName = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';
export const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
