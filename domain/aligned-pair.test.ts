import { describe, expect, it } from 'vitest';
import { mapPoint, IDENTITY } from './homography.ts';
import {
  type AlignablePhoto,
  pairHomography,
  pairAlignment,
  notAlignedReason,
  alignmentLabel,
} from './aligned-pair.ts';

describe('two photos on one another', () => {
  const at = { viewpointId: 'v', width: 400, height: 300 };
  const laid = (x: number, reference = 'r'): AlignablePhoto => ({
    ...at,
    alignment: { state: 'aligned', matrix: [1, 0, x, 0, 1, 0, 0, 0, 1], reference, parallax: 0 },
  });
  const refused: AlignablePhoto = { ...at, alignment: { state: 'not-aligned', reason: 'unsure' } };

  it('lie by way of the reference that both lie on', () => {
    const pair = { before: laid(10), after: laid(30) };
    expect(mapPoint(pairHomography(pair) ?? IDENTITY, [5, 7])).toEqual([25, 7]);
    expect(notAlignedReason(pair)).toBeNull();
    expect(alignmentLabel(pair)).toBe('Aligned');
  });
  it('are seen as far as both have something to show', () => {
    const pair = { before: laid(0), after: laid(40) };
    const shown = pairAlignment(pair);
    expect(shown?.frame.width).toBeCloseTo(360, 0);
    expect(mapPoint(shown?.after ?? IDENTITY, [0, 0])[0]).toBeCloseTo(0, 0);
    expect(mapPoint(shown?.before ?? IDENTITY, [0, 0])[0]).toBeCloseTo(-40, 0);
  });
  it('do not when one could not be aligned, or they lie on different photos', () => {
    const pair = { before: laid(10), after: refused };
    expect(pairHomography(pair)).toBeNull();
    expect(notAlignedReason(pair)).toBe('unsure');
    expect(alignmentLabel(pair)).toMatch(/^Not aligned: /);
    expect(pairHomography({ before: laid(10), after: laid(30, 'other') })).toBeNull();
  });
  it('have no sign while nobody has looked', () => {
    expect(alignmentLabel({ before: laid(10), after: { ...at, alignment: null } })).toBeNull();
  });
});
