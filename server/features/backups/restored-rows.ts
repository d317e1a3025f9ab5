import type { JsonRow } from '#server/platform/row-file.ts';
import { heldBack, type HeldBack } from './held-back.ts';

type Named = { name: string; row: JsonRow };

/** Files that something is made of before they are shown. */
const SHOWN = new Set<unknown>(['photo', 'video', 'raster']);
/** What is made anew when somebody asks for it, with its file. */
const MADE = new Set(['public.reports', 'public.timelapses']);

/**
 * The rows of a backup as they are restored: pictures are made anew, but those of photos of which `pictures` counts
 * all, and so is what `MADE` names. Nothing goes out by itself: `held` counts what was kept from it.
 */
export async function* restoredRows(
  rows: AsyncIterable<Named>,
  { held, pictures }: { held: HeldBack; pictures: ReadonlyMap<string, number> },
): AsyncGenerator<Named> {
  for await (const { name, row } of rows) {
    if (MADE.has(name)) continue;
    yield {
      name,
      row: name === 'public.files' ? asFile(row, pictures) : heldBack(name, row, held),
    };
  }
}

function asFile(row: JsonRow, pictures: ReadonlyMap<string, number>): JsonRow {
  const { kind, state, presets } = row;
  const there = pictures.get(String(row.id));
  if (kind === 'photo' && state === 'ready' && Array.isArray(presets) && presets.length === there) {
    return row;
  }
  if (!SHOWN.has(row.kind) || row.state === 'failed') return row;
  const unmade = { presets: [], picture_size: null, picture_crc32: null, progress: null };
  return { ...row, ...unmade, state: 'processing', error_code: null, error_message: null };
}
