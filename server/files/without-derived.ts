import { ERRORS } from '#domain/errors.ts';
import type { JsonRow } from '#server/platform/row-file.ts';

const SHOWN = new Set<unknown>(['photo', 'video', 'raster']);

const NOT_DERIVED = { presets: [], picture_size: null, picture_crc32: null, progress: null };

/** Resets only columns that the row has, because exports omit some and all rows of a list need the same columns. */
const resetColumns = (row: JsonRow) =>
  Object.fromEntries(Object.entries(NOT_DERIVED).filter(([column]) => column in row));

/** For a file of which only the original is in storage. The worker then creates the rest. */
export function withoutDerived(row: JsonRow): JsonRow {
  const isShown = SHOWN.has(row.kind) || typeof row.part === 'string';
  if (!isShown || row.state === 'failed') return row;
  return {
    ...row,
    ...resetColumns(row),
    state: 'processing',
    error_code: null,
    error_message: null,
  };
}

/** For a file whose original is lost, so that it's shown as failed. */
export const withoutOriginal = (row: JsonRow): JsonRow => ({
  ...row,
  ...resetColumns(row),
  state: 'failed',
  error_code: 'ORIGINAL_MISSING',
  error_message: ERRORS.ORIGINAL_MISSING[1],
});
