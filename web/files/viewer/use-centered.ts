import { type RefObject, useEffect } from 'react';

/** Centers the selected item of a scrolling row whenever `key` changes. */
export function useCenterSelected(
  row: RefObject<HTMLElement | null>,
  key: string | undefined,
): void {
  useEffect(() => {
    const list = row.current;
    const chosen = list?.querySelector('[aria-current], [aria-pressed="true"]');
    if (!list || !chosen) return;
    const [outer, inner] = [list.getBoundingClientRect(), chosen.getBoundingClientRect()];
    list.scrollBy({ left: inner.left + inner.width / 2 - (outer.left + outer.width / 2) });
  }, [row, key]);
}
