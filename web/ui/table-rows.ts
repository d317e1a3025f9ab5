import { PAGE_ROWS, pageCount } from '#domain/pages.ts';

export type Sort = { key: string; isDescending: boolean };
type SortValue = string | number | null;

function compare(a: SortValue, b: SortValue): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a).localeCompare(String(b), 'en', { numeric: true, sensitivity: 'base' });
}

/** Rows sorted by `valueOf`; rows without a value come last in both directions. */
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

/** Pages count from 0. Limited to the last page. */
export function pageOf<Row>(rows: readonly Row[], page: number) {
  const current = Math.min(Math.max(0, page), pageCount(rows.length) - 1);
  return { current, rows: rows.slice(current * PAGE_ROWS, (current + 1) * PAGE_ROWS) };
}
