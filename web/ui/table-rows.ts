export type Sort = { key: string; isDescending: boolean };
type SortValue = string | number | null;

/** Rows per page of a table; shorter tables have no pages. */
const PAGE_ROWS = 50;

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

/** The rows in order of `valueOf`; rows without a value stand last in both directions. */
export function sortRows<Row>(
  rows: readonly Row[],
  valueOf: (row: Row) => SortValue,
  isDescending: boolean,
): Row[] {
  const sign = isDescending ? -1 : 1;
  return rows.toSorted((left, right) => {
    const [a, b] = [valueOf(left), valueOf(right)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return sign * compare(a, b);
  });
}

/** The rows of a page, counted from 1, and how many pages there are. A page too far is the last one. */
export function pageOf<Row>(rows: readonly Row[], page: number, size = PAGE_ROWS) {
  const pages = Math.max(1, Math.ceil(rows.length / size));
  const current = Math.min(Math.max(1, page), pages);
  return { pages, current, rows: rows.slice((current - 1) * size, current * size) };
}
