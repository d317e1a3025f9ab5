/** How many pictures a gallery shows first, how many each press of Load More adds, after how many ms. */
export const PAGING = { first: 18, more: 12, delay: 100 } as const;

/** How many are shown after `presses` of Load More, out of `total`. */
export const shownCount = (total: number, presses: number): number =>
  Math.min(total, PAGING.first + presses * PAGING.more);
