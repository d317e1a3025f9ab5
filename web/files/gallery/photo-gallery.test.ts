import { describe, expect, it } from 'vitest';
import { shownCount } from './photo-gallery.tsx';

describe('shownCount', () => {
  it('shows 18 first and 12 more with every press', () => {
    expect([0, 1, 2].map((presses) => shownCount(100, presses))).toEqual([18, 30, 42]);
  });
  it('ends at what there is', () => {
    expect(shownCount(7, 0)).toBe(7);
    expect(shownCount(20, 1)).toBe(20);
  });
});
