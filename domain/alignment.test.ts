import { describe, expect, test } from 'vitest';
import type { Homography } from './homography.ts';
import {
  bestConnected,
  isReferenceChoiceDue,
  viewpointLikelihood,
  placementOf,
  alignmentRefusal,
  stepRefusal,
  evenSample,
  type AlignmentEvidence,
} from './alignment.ts';

const SIZE = { width: 4000, height: 3000 };
const OBLIQUE = { ...SIZE, gimbalPitch: -30 };
const DOWN = { ...SIZE, gimbalPitch: -90 };
const turned = (degrees: number, scale = 1): Homography => {
  const [cos, sin] = [
    Math.cos((degrees * Math.PI) / 180) * scale,
    Math.sin((degrees * Math.PI) / 180) * scale,
  ];
  return [
    cos,
    -sin,
    2000 - cos * 2000 + sin * 1500,
    sin,
    cos,
    1500 - sin * 2000 - cos * 1500,
    0,
    0,
    1,
  ];
};
const moved = (x: number): Homography => [1, 0, x, 0, 1, 0, 0, 0, 1];
const good: AlignmentEvidence = {
  matrix: moved(100),
  features: 1800,
  inliers: 200,
  tested: 700,
  agreeing: 400,
  spread: 0.8,
};
const both = { from: OBLIQUE, to: OBLIQUE };

test('a placement has a turn, scale, shift and overlap', () => {
  expect(placementOf(turned(30, 1.2), SIZE, SIZE)).toMatchObject({
    turn: expect.closeTo(30, 6),
    scale: expect.closeTo(1.2, 6),
  });
  expect(placementOf(moved(1000), SIZE, SIZE)).toMatchObject({ shift: 0.25, overlap: 0.75 });
});

test('mirrored or folded pictures have no placement', () => {
  expect(placementOf([-1, 0, 4000, 0, 1, 0, 0, 0, 1], SIZE, SIZE)).toBeNull();
  expect(placementOf([1, 0, 0, 0, 1, 0, -0.0005, 0, 1], SIZE, SIZE)).toBeNull();
});

describe('a photo is aligned with another', () => {
  test('if much of the picture matches', () => {
    expect(alignmentRefusal(good, both)).toBeNull();
  });

  test.each([
    ['no-detail', { features: 90 }],
    ['no-match', { matrix: null }],
    ['no-match', { inliers: 7 }],
    ['unsure', { agreeing: 40 }],
    ['unsure', { agreeing: 90, tested: 900 }],
    ['unsure', { spread: 0.1 }],
    ['turned', { matrix: turned(90) }],
    ['too-far', { matrix: turned(0, 1.9) }],
    ['too-far', { matrix: moved(1300) }],
  ] as const)('but not if it is refused as %s: %o', (reason, change) => {
    expect(alignmentRefusal({ ...good, ...change }, both)).toBe(reason);
  });

  test('if both look straight down and are turned like the drone', () => {
    const pair = { from: { ...DOWN, flightYaw: 100 }, to: { ...DOWN, flightYaw: 10 } };
    expect(alignmentRefusal({ ...good, matrix: turned(80) }, pair)).toBeNull();
    expect(alignmentRefusal({ ...good, matrix: turned(-80) }, pair)).toBe('turned');
    expect(alignmentRefusal({ ...good, matrix: turned(-80) }, { from: DOWN, to: DOWN })).toBeNull();
  });
});

describe('the reference photo', () => {
  const links = [
    { a: 'w1', b: 'w2', strength: 0.6 },
    { a: 'w2', b: 'w3', strength: 0.6 },
    { a: 'w1', b: 'w3', strength: 0.1 },
  ];

  test('is the photo with the best links to the others', () => {
    expect(bestConnected('w1', ['w1', 'w2', 'w3'], links)).toBe('w2');
  });

  test('is kept if another is hardly better', () => {
    const even = links.map((link) => ({ ...link, strength: 0.5 }));
    expect(bestConnected('w1', ['w1', 'w2', 'w3'], even)).toBe('w1');
  });

  test('is chosen again each time the number of photos doubles', () => {
    expect([1, 2, 3, 4, 6, 12, 13, 24].filter(isReferenceChoiceDue)).toEqual([3, 6, 12, 24]);
    expect(evenSample([1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([1, 3, 5, 7, 9]);
  });
});

test('a photo is aligned with a wider one from elsewhere if both show the same ground', () => {
  const down = { from: DOWN, to: DOWN };
  const wider = { ...good, matrix: turned(20, 0.6), agreeing: 50, tested: 300 };
  expect(alignmentRefusal(wider, down)).toBe('unsure');
  expect(stepRefusal(wider, down)).toBeNull();
  expect(stepRefusal({ ...wider, agreeing: 39 }, down)).toBe('unsure');
  expect(stepRefusal({ ...wider, inliers: 9 }, down)).toBe('no-match');
  expect(stepRefusal({ ...wider, features: 100 }, down)).toBe('no-detail');
  const withYaw = { from: { ...DOWN, flightYaw: 90 }, to: { ...DOWN, flightYaw: 0 } };
  expect(stepRefusal(wider, withYaw)).toBe('turned');
});

test('an uncertain match still counts as a hint, less if taken from elsewhere', () => {
  const weak = { ...good, agreeing: 30, spread: 0.1 };
  expect(viewpointLikelihood(weak, 'unsure')).toBeGreaterThan(
    viewpointLikelihood({ ...weak, agreeing: 10 }, 'unsure'),
  );
  expect(viewpointLikelihood(weak, 'unsure')).toBeGreaterThan(viewpointLikelihood(weak, 'too-far'));
  expect(viewpointLikelihood({ ...weak, inliers: 9 }, 'no-match')).toBe(0);
});
