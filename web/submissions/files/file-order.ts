export type Move = 'earlier' | 'later' | 'start' | 'end';

/** Moves `id` to an index, which is clamped to the list. */
export function moveTo(ids: readonly string[], id: string, index: number): string[] {
  const rest = ids.filter((other) => other !== id);
  if (rest.length === ids.length) return [...ids];
  const at = Math.min(Math.max(0, index), rest.length);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

export function move(ids: readonly string[], id: string, where: Move): string[] {
  const index = ids.indexOf(id);
  const target = { earlier: index - 1, later: index + 1, start: 0, end: ids.length }[where];
  return moveTo(ids, id, target);
}

export function dropOn(
  ids: readonly string[],
  id: string,
  over: { id: string; isBehind: boolean },
): string[] {
  if (id === over.id) return [...ids];
  const rest = ids.filter((other) => other !== id);
  return moveTo(ids, id, rest.indexOf(over.id) + (over.isBehind ? 1 : 0));
}

const { compare: compareNames } = new Intl.Collator('en', { numeric: true });

type Timed = { id: string; fileName: string; capturedAt: string | null };

/** IDs ordered by capture time. Files without a time come last, by name. */
export const byCaptureTime = (files: readonly Timed[]): string[] =>
  files
    .toSorted(
      (a, b) =>
        Number(a.capturedAt === null) - Number(b.capturedAt === null) ||
        (a.capturedAt ?? '').localeCompare(b.capturedAt ?? '') ||
        compareNames(a.fileName, b.fileName),
    )
    .map(({ id }) => id);

/** Files in the order of the IDs. Files that aren't listed come last. */
export function sortByIds<T extends { id: string }>(
  files: readonly T[],
  ids: readonly string[],
): T[] {
  const places = new Map(ids.map((id, index) => [id, index]));
  const placeOf = ({ id }: T) => places.get(id) ?? ids.length;
  return files.toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** The index in a grid of `columns` that an arrow key moves to from `index`; null for other keys and at the edges. */
export function neighborIndex(
  key: string,
  index: number,
  grid: { columns: number; length: number },
): number | null {
  const target = {
    ArrowLeft: index - 1,
    ArrowRight: index + 1,
    ArrowUp: index - grid.columns,
    ArrowDown: index + grid.columns,
    Home: 0,
    End: grid.length - 1,
  }[key];
  return target === undefined || target < 0 || target >= grid.length ? null : target;
}
