import { describe, expect, it } from 'vitest';
import { mapPoint, IDENTITY } from './homography.ts';
import {
  type AlignablePhoto,
  pairHomography,
  pairAlignment,
  notAlignedReason,
  alignmentLabel,
} from './aligned-pair.ts';

describe('two photos of one viewpoint', () => {
  const at = { viewpointId: 'v', width: 400, height: 300 };
  const aligned = (x: number, reference = 'r'): AlignablePhoto => ({
    ...at,
    alignment: { state: 'aligned', matrix: [1, 0, x, 0, 1, 0, 0, 0, 1], reference, parallax: 0 },
  });
  const failed: AlignablePhoto = { ...at, alignment: { state: 'not-aligned', reason: 'unsure' } };

  it('are aligned through their common reference', () => {
    const pair = { before: aligned(10), after: aligned(30) };
    expect(mapPoint(pairHomography(pair) ?? IDENTITY, [5, 7])).toEqual([25, 7]);
    expect(notAlignedReason(pair)).toBeNull();
    expect(alignmentLabel(pair)).toBe('Aligned');
  });
  it('show only the area that both cover', () => {
    const pair = { before: aligned(0), after: aligned(40) };
    const shown = pairAlignment(pair);
    expect(shown?.frame.width).toBeCloseTo(360, 0);
    expect(mapPoint(shown?.after ?? IDENTITY, [0, 0])[0]).toBeCloseTo(0, 0);
    expect(mapPoint(shown?.before ?? IDENTITY, [0, 0])[0]).toBeCloseTo(-40, 0);
  });
  it("aren't aligned if one failed or their references differ", () => {
    const pair = { before: aligned(10), after: failed };
    expect(pairHomography(pair)).toBeNull();
    expect(notAlignedReason(pair)).toBe('unsure');
    expect(alignmentLabel(pair)).toMatch(/^Not aligned: /);
    expect(pairHomography({ before: aligned(10), after: aligned(30, 'other') })).toBeNull();
  });
  it('have no label before alignment has run', () => {
    expect(alignmentLabel({ before: aligned(10), after: { ...at, alignment: null } })).toBeNull();
  });
});
