import { describe, expect, it } from 'vitest';
import { pageOf, sortRows } from './table-rows.ts';

describe('sortRows', () => {
  it('orders text naturally, ignoring case', () => {
    expect(sortRows(['Lot 10', 'lot 2', 'Annex'], (row) => row, false)).toEqual([
      'Annex',
      'lot 2',
      'Lot 10',
    ]);
  });
  it('orders numbers by value', () => {
    expect(sortRows([3, 20, 100], (row) => row, true)).toEqual([100, 20, 3]);
  });
  it.each([false, true])('puts rows without a value last (descending: %s)', (isDescending) => {
    expect(sortRows(['b', null, 'a'], (row) => row, isDescending).at(-1)).toBeNull();
  });
  it('does not change its input', () => {
    const rows = [2, 1];
    sortRows(rows, (row) => row, false);
    expect(rows).toEqual([2, 1]);
  });
});

describe('pageOf', () => {
  const rows = Array.from({ length: 101 }, (_, index) => index);
  it('splits rows into pages of 50', () => {
    expect(pageOf(rows, 2)).toEqual({ current: 2, rows: [100] });
  });
  it('returns the last page when the requested one no longer exists', () => {
    expect(pageOf(rows.slice(0, 60), 2).current).toBe(1);
  });
  it('returns one empty page for no rows', () => {
    expect(pageOf([], 0)).toEqual({ current: 0, rows: [] });
  });
});
