import { expect, it } from 'vitest';
import { pairsBetween, photosIn, sameViewIn } from './pairs.ts';
import { makeFile } from '#test/fixtures/viewer-files.ts';

const seen = (id: string, viewpointId: string) => makeFile({ id, viewpointId });
const older = [seen('b1', 'south'), makeFile({ id: 'video', kind: 'video' }), seen('b2', 'north')];
const newer = [seen('a1', 'north'), seen('a2', 'south')];

it('finds the photo of the same viewpoint', () => {
  const [north] = newer;
  expect(north && sameViewIn(photosIn(older), newer, north)?.id).toBe('b2');
});
it('sorts photos by viewpoint, then those without one', () => {
  const orders = [null, 7, undefined, 2];
  const files = orders.map((viewpointOrder, i) => makeFile({ id: String(i), viewpointOrder }));
  expect(photosIn(files).map(({ id }) => id)).toEqual(['3', '1', '0', '2']);
});
it('computes the pairs of two weeks only once', () => {
  expect(photosIn(older)).toBe(photosIn(older));
  expect(pairsBetween(photosIn(older), newer)).toBe(pairsBetween(photosIn(older), newer));
});
