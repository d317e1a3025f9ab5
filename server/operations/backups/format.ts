import { z } from 'zod';

/** The rows of a backup. */
export const ROWS_FILE = 'rows.json';
/** Ids of files that were deleted while the backup was made. */
export const GONE_FILE = 'gone.json';
export const KEY_FILE = 'secret-key';
/** Written last: a backup without it was not finished. Its paths are from the folder of the backup. */
export const MANIFEST_FILE = 'manifest-sha256.txt';
/** Originals, which all backups in a folder share. */
const ORIGINALS_FOLDER = 'originals';

export const FORMAT = 'overfly-backup';
export const VERSION = 1;

export const BackupHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int().max(VERSION),
  madeAt: z.iso.datetime(),
  /** The last migration of the database. */
  schema: z.string(),
});
export type BackupHeader = z.infer<typeof BackupHeader>;

/** What copying needs of a row of a file. */
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

/** Where the original of a file is, from the folder of all backups. */
export const originalPath = (id: string) => `${ORIGINALS_FOLDER}/${id.slice(0, 2)}/${id}`;

/** Where a picture of a photo is, if the backup has it, by its width. */
export const picturePath = (id: string, preset: number) =>
  `pictures/${id.slice(0, 2)}/${id}/w${preset}.webp`;

/** Whose picture a path in a manifest is; null of anything else. */
export function readPicturePath(path: string): { id: string; preset: number } | null {
  const [, id, preset] = /^\.\.\/pictures\/..\/([0-9a-f-]{36})\/w(\d+)\.webp$/.exec(path) ?? [];
  return z.uuid().safeParse(id).success ? { id: String(id), preset: Number(preset) } : null;
}

/** The name of the backup of a moment, which sorts by time and is one on every system. */
export const backupName = (at: Date) => at.toISOString().slice(0, 19).replaceAll(':', '-') + 'Z';
export const BACKUP_NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
