import { z } from 'zod';

/** The rows, in one JSON: see docs/export.md. */
export const DATA_FILE = 'data.json';
/** What its rows look like, as JSON Schema. */
export const SCHEMA_FILE = 'schema.json';
/** SHA-256 of every file of the export, as `sha256sum` writes and checks them. */
export const MANIFEST_FILE = 'manifest-sha256.txt';

export const FORMAT = 'overfly-export';
/** Raise it when an older version could no longer read what is written. */
export const VERSION = 1;

/** What stands before the rows. */
export const ExportHeader = z.object({
  format: z.literal(FORMAT),
  version: z.int(),
  exportedAt: z.iso.datetime(),
  /** The last migration of the database that it came from. */
  schema: z.string(),
  /** Null for everything. */
  companyId: z.uuid().nullable(),
});
export type ExportHeader = z.infer<typeof ExportHeader>;
