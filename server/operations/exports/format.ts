import { z } from 'zod';

/** See docs/export.md. */
export const DATA_FILE = 'data.json';
export const SCHEMA_FILE = 'schema.json';
/** SHA-256 of every file, in the format of `sha256sum`. */
export const MANIFEST_FILE = 'manifest-sha256.txt';

export const FORMAT = 'overfly-export';
/** Increment it when older versions of Overfly couldn't read the format. */
export const VERSION = 1;

export const ExportHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  exportedAt: z.iso.datetime(),
  schema: z.string(),
  /** Null if the export contains all companies. */
  companyId: z.uuid().nullable(),
});
export type ExportHeader = z.infer<typeof ExportHeader>;
