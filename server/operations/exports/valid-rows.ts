import { join } from 'node:path';
import type { LocatedRow } from '#server/platform/row-file.ts';
import { readLists, type ListShape } from '#server/platform/row-lists.ts';
import { DATA_FILE } from './format.ts';
import { checkedRow } from './row-checks.ts';

/** `isComplete` is true if the export has this version's schema, so it must contain all lists. */
export type ExportShape = { lists: readonly ListShape[]; isComplete: boolean };

/** Throws ArchiveError for the first invalid list, column or value. */
export async function* validRows(
  folder: string,
  { lists, isComplete }: ExportShape,
): AsyncGenerator<LocatedRow> {
  const rules = { isComplete, isOrdered: true };
  for await (const placed of readLists(join(folder, DATA_FILE), lists, rules)) {
    yield { ...placed, row: checkedRow(placed) };
  }
}
