import { describe, expect, it } from 'vitest';
import { shownCount } from './photo-gallery.tsx';

describe('shownCount', () => {
  it('shows 18 photos first and 12 more per click', () => {
    expect([0, 1, 2].map((clicks) => shownCount(100, clicks))).toEqual([18, 30, 42]);
  });
  it('never exceeds the number of photos', () => {
    expect(shownCount(7, 0)).toBe(7);
    expect(shownCount(20, 1)).toBe(20);
  });
});
