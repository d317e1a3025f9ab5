import { withoutDerived, withoutOriginal } from '#server/files/service.ts';
import type { JsonRow, LocatedRow } from '#server/platform/row-file.ts';
import { disableSending, type DisabledSends } from './disable-sending.ts';

/** Tables that aren't restored, because their files are created again on request. */
const REMADE_ON_DEMAND = new Set(['public.reports', 'public.timelapses']);

/** `pictures` is the number of restored pictures by photo; `lost` are files without an original. */
export type RestoredObjects = {
  pictures: ReadonlyMap<string, number>;
  lost: ReadonlySet<string>;
};

/**
 * Returns the rows to write. Photos with missing pictures are marked for processing, and sending is disabled; `held`
 * counts the disabled webhooks, emails and transfers.
 */
export async function* restoredRows(
  rows: AsyncIterable<LocatedRow>,
  { held, objects }: { held: DisabledSends; objects: RestoredObjects },
): AsyncGenerator<LocatedRow> {
  for await (const { name, row, place } of rows) {
    if (REMADE_ON_DEMAND.has(name)) continue;
    const restored =
      name === 'public.files' ? asFile(row, objects) : disableSending(name, row, held);
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
