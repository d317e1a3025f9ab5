import { describe, expect, it } from 'vitest';
import { mapPoint, SAME_PLACE } from './homography.ts';
import { type Layable, laidOn, laidPair, notLaid, pairSign } from './laid-pair.ts';

describe('two photos on one another', () => {
  const at = { viewpointId: 'v', width: 400, height: 300 };
  const laid = (x: number, reference = 'r'): Layable => ({
    ...at,
    alignment: { state: 'aligned', matrix: [1, 0, x, 0, 1, 0, 0, 0, 1], reference, parallax: 0 },
  });
  const refused: Layable = { ...at, alignment: { state: 'not-aligned', reason: 'unsure' } };

  it('lie by way of the reference that both lie on', () => {
    const pair = { before: laid(10), after: laid(30) };
    expect(mapPoint(laidOn(pair) ?? SAME_PLACE, [5, 7])).toEqual([25, 7]);
    expect(notLaid(pair)).toBeNull();
    expect(pairSign(pair)).toBe('Aligned');
  });
  it('are seen as far as both have something to show', () => {
    const pair = { before: laid(0), after: laid(40) };
    const shown = laidPair(pair);
    expect(shown?.frame.width).toBeCloseTo(360, 0);
    expect(mapPoint(shown?.after ?? SAME_PLACE, [0, 0])[0]).toBeCloseTo(0, 0);
    expect(mapPoint(shown?.before ?? SAME_PLACE, [0, 0])[0]).toBeCloseTo(-40, 0);
  });
  it('do not when one could not be aligned, or they lie on different photos', () => {
    const pair = { before: laid(10), after: refused };
    expect(laidOn(pair)).toBeNull();
    expect(notLaid(pair)).toBe('unsure');
    expect(pairSign(pair)).toMatch(/^Not aligned: /);
    expect(laidOn({ before: laid(10), after: laid(30, 'other') })).toBeNull();
  });
  it('have no sign while nobody has looked', () => {
    expect(pairSign({ before: laid(10), after: { ...at, alignment: null } })).toBeNull();
  });
});
