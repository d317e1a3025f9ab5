import { basename } from 'node:path';
import { ArchiveError, readRowFile, type JsonRow, type LocatedRow } from './row-file.ts';

export type ListShape = { name: string; columns: readonly string[] };

export type ListRules = {
  /** True for files written by this version. */
  isComplete: boolean;
  isOrdered: boolean;
};

/** Throws ArchiveError for an unknown or repeated list, or rows with different columns. */
export async function* readLists(
  path: string,
  shapes: readonly ListShape[],
  rules: ListRules,
): AsyncGenerator<LocatedRow> {
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
    check = createColumnCheck(columnsOf.get(name) ?? new Set(), rules.isComplete);
  };
  for await (const placed of readRowFile(path, onList)) {
    check(placed.row, placed.place);
    yield placed;
  }
  const [first] = missing;
  if (rules.isComplete && first !== undefined)
    throw new ArchiveError(`${file} is missing the list ${first}.`);
}

/** Rows are inserted with the columns of the list's first row, so all need the same. */
function createColumnCheck(known: ReadonlySet<string>, isComplete: boolean) {
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
    if (lacking !== undefined) throw new ArchiveError(`${place} is missing the column ${lacking}.`);
    if (added !== undefined)
      throw new ArchiveError(`${place} has a column that the first row doesn't have: ${added}.`);
  };
}
