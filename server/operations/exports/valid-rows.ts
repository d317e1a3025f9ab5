import { join } from 'node:path';
import type { PlacedRow } from '#server/platform/row-file.ts';
import { readLists, type ListShape } from '#server/platform/row-lists.ts';
import { DATA_FILE } from './format.ts';
import { checkedRow } from './row-checks.ts';

/** The lists that an export may have here, and whether it comes from this very version, so that it has them all. */
export type ExportShape = { lists: readonly ListShape[]; isComplete: boolean };

/**
 * The rows of an export: its lists in their order, each once, every row with the columns of its list and values that the
 * product would have stored. Throws ArchiveError with the first that isn't so.
 */
export async function* validRows(
  folder: string,
  { lists, isComplete }: ExportShape,
): AsyncGenerator<PlacedRow> {
  const rules = { isComplete, isOrdered: true };
  for await (const placed of readLists(join(folder, DATA_FILE), lists, rules)) {
    yield { ...placed, row: checkedRow(placed) };
  }
}
