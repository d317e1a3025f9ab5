import { withoutDerived, withoutOriginal } from '#server/files/service.ts';
import type { JsonRow, PlacedRow } from '#server/platform/row-file.ts';
import { heldBack, type HeldBack } from './held-back.ts';

/** What is made again when somebody needs it, with its file. */
const MADE = new Set(['public.reports', 'public.timelapses']);

/** What was put into storage: how many pictures each photo has there, and the files that have no original. */
export type RestoredObjects = {
  pictures: ReadonlyMap<string, number>;
  lost: ReadonlySet<string>;
};

/**
 * The rows of a backup as they are restored: pictures are made again, except those of photos of which all were restored,
 * and so is what `MADE` names. Nothing is sent: `held` counts what was kept from it.
 */
export async function* restoredRows(
  rows: AsyncIterable<PlacedRow>,
  { held, objects }: { held: HeldBack; objects: RestoredObjects },
): AsyncGenerator<PlacedRow> {
  for await (const { name, row, place } of rows) {
    if (MADE.has(name)) continue;
    const restored = name === 'public.files' ? asFile(row, objects) : heldBack(name, row, held);
    yield { name, place, row: restored };
  }
}

function asFile(row: JsonRow, { pictures, lost }: RestoredObjects): JsonRow {
  const id = String(row.id);
  if (lost.has(id)) return withoutOriginal(row);
  const { kind, state, presets } = row;
  const isWhole = Array.isArray(presets) && presets.length === pictures.get(id);
  return kind === 'photo' && state === 'ready' && isWhole ? row : withoutDerived(row);
}
