import { expect, it } from 'vitest';
import { pairsBetween, photosIn, sameViewIn } from './pairs.ts';
import { makeFile } from '#test/fixtures/viewer-files.ts';

const seen = (id: string, viewpointId: string) => makeFile({ id, viewpointId });
const older = [seen('b1', 'south'), makeFile({ id: 'film', kind: 'video' }), seen('b2', 'north')];
const newer = [seen('a1', 'north'), seen('a2', 'south')];

it('finds what shows the same', () => {
  const [north] = newer;
  expect(north && sameViewIn(photosIn(older), newer, north)?.id).toBe('b2');
});
it('has photos in the order of the viewpoints, then those of none in their own', () => {
  const orders = [null, 7, undefined, 2];
  const files = orders.map((viewpointOrder, i) => makeFile({ id: String(i), viewpointOrder }));
  expect(photosIn(files).map(({ id }) => id)).toEqual(['3', '1', '0', '2']);
});
it('pairs two weeks once, however often they are asked for', () => {
  expect(photosIn(older)).toBe(photosIn(older));
  expect(pairsBetween(photosIn(older), newer)).toBe(pairsBetween(photosIn(older), newer));
});
