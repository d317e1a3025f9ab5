import { basename } from 'node:path';
import { ArchiveError, readRowFile, type JsonRow, type PlacedRow } from './row-file.ts';

/** A list that a row file may hold, and the columns that its rows may have. */
export type ListShape = { name: string; columns: readonly string[] };

export type ListRules = {
  /** Every list and every column must be there: true for a file of this version. */
  isComplete: boolean;
  /** The lists must stand in the order in which their shapes are given. */
  isOrdered: boolean;
};

/**
 * The rows of a file in which only these lists may be, each once, with rows that all have the same columns.
 * Throws ArchiveError, which names the list or the row that breaks this, when the reading gets there.
 */
export async function* readLists(
  path: string,
  shapes: readonly ListShape[],
  rules: ListRules,
): AsyncGenerator<PlacedRow> {
  const file = basename(path);
  const columnsOf = new Map(shapes.map(({ name, columns }) => [name, new Set(columns)]));
  const order = shapes.map(({ name }) => name);
  const missing = new Set(order);
  let last = -1;
  let check: (row: JsonRow, place: string) => void = () => {};
  const onList = (name: string) => {
    const at = order.indexOf(name);
    if (at < 0) throw new ArchiveError(`${file} has an unknown list: ${name}.`);
    if (rules.isOrdered && at < last)
      throw new ArchiveError(`${file}: the list ${name} must come before ${order[last]}.`);
    last = at;
    missing.delete(name);
    check = columnCheck(columnsOf.get(name) ?? new Set(), rules.isComplete);
  };
  for await (const placed of readRowFile(path, onList)) {
    check(placed.row, placed.place);
    yield placed;
  }
  const [first] = missing;
  if (rules.isComplete && first !== undefined)
    throw new ArchiveError(`${file} lacks the list ${first}.`);
}

/** Rows of a list are written with the columns of its first one, so the others must have the same. */
function columnCheck(known: ReadonlySet<string>, isComplete: boolean) {
  let columns: ReadonlySet<string> | null = isComplete ? known : null;
  return (row: JsonRow, place: string) => {
    const names = Object.keys(row);
    const unknown = names.find((name) => !known.has(name));
    if (unknown !== undefined)
      throw new ArchiveError(`${place} has an unknown column: ${unknown}.`);
    columns ??= new Set(names);
    const found = new Set(names);
    const lacking = [...columns].find((name) => !found.has(name));
    const added = names.find((name) => !columns?.has(name));
    if (lacking !== undefined) throw new ArchiveError(`${place} lacks the column ${lacking}.`);
    if (added !== undefined)
      throw new ArchiveError(`${place} has a column that the first row lacks: ${added}.`);
  };
}
