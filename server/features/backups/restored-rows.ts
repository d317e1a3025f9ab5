import type { JsonRow } from '#server/platform/row-file.ts';
import { heldBack, type HeldBack } from './held-back.ts';

type Named = { name: string; row: JsonRow };

/** Files that something is made of before they are shown. */
const SHOWN = new Set<unknown>(['photo', 'video', 'raster']);
/** What is made anew when somebody asks for it, with its file. */
const MADE = new Set(['public.reports', 'public.timelapses']);

/**
 * The rows of a backup as they are restored: pictures are made anew, and so is what `MADE` names. Nothing goes out by
 * itself: `held` counts what was kept from it.
 */
export async function* restoredRows(
  rows: AsyncIterable<Named>,
  held: HeldBack,
): AsyncGenerator<Named> {
  for await (const { name, row } of rows) {
    if (MADE.has(name)) continue;
    yield { name, row: name === 'public.files' ? asFile(row) : heldBack(name, row, held) };
  }
}

function asFile(row: JsonRow): JsonRow {
  if (!SHOWN.has(row.kind) || row.state === 'failed') return row;
  const unmade = { presets: [], picture_size: null, picture_crc32: null, progress: null };
  return { ...row, ...unmade, state: 'processing', error_code: null, error_message: null };
}
