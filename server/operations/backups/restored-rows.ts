import { withoutDerived, withoutOriginal } from '#server/files/service.ts';
import type { JsonRow, LocatedRow } from '#server/platform/row-file.ts';
import { disableSending, type DisabledSends } from './disable-sending.ts';

/** Not restored, because they are made again on request. */
const REMADE_ON_DEMAND = new Set(['public.reports', 'public.timelapses']);

/** `pictures` counts those of each photo; `lost` are the files without an original. */
export type RestoredObjects = {
  pictures: ReadonlyMap<string, number>;
  lost: ReadonlySet<string>;
};

/**
 * Pictures are made again unless all of a photo's were restored. Nothing is sent; `held` counts what would have been.
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
