import { ERRORS } from '#domain/errors.ts';
import type { JsonRow } from '#server/platform/row-file.ts';

/** Kinds whose pictures or videos are made before they can be shown. */
const SHOWN = new Set<unknown>(['photo', 'video', 'raster']);

const UNMADE = { presets: [], picture_size: null, picture_crc32: null, progress: null };

/** Only columns that the row has: an export leaves these out, and all rows of a list need the same. */
const unmade = (row: JsonRow) =>
  Object.fromEntries(Object.entries(UNMADE).filter(([column]) => column in row));

/** The row of a file whose original is in storage and nothing else: the worker makes what is shown of it. */
export function withoutDerived(row: JsonRow): JsonRow {
  const isShown = SHOWN.has(row.kind) || typeof row.part === 'string';
  if (!isShown || row.state === 'failed') return row;
  return { ...row, ...unmade(row), state: 'processing', error_code: null, error_message: null };
}

/** The row of a file whose original is lost: it must not look as if it could be opened. */
export const withoutOriginal = (row: JsonRow): JsonRow => ({
  ...row,
  ...unmade(row),
  state: 'failed',
  error_code: 'ORIGINAL_MISSING',
  error_message: ERRORS.ORIGINAL_MISSING[1],
});
