import { expect, test } from 'vitest';
import { chosenOf, pairInSearch, pairOf, toggled } from './chosen-pair.ts';

const PHOTOS = ['a', 'b', 'c'].map((id) => ({ id }));

test('two of the photos are chosen at a time, and compared in the order of time', () => {
  expect(toggled(['a', 'b'], 'c')).toEqual(['b', 'c']);
  expect(toggled(['a', 'b'], 'a')).toEqual(['b']);
  expect(pairOf(PHOTOS, ['c', 'b'])).toEqual({ before: { id: 'b' }, after: { id: 'c' } });
  expect(pairOf(PHOTOS, ['b'])).toBeNull();
});

test('the first and the last are chosen unless an address names others that are there', () => {
  expect(chosenOf(PHOTOS, undefined)).toEqual(['a', 'c']);
  expect(chosenOf(PHOTOS, 'b.gone')).toEqual(['b']);
  expect(chosenOf(PHOTOS, 'gone')).toEqual(['a', 'c']);
  const id = '265ecfa9-88af-41ef-9637-37e529dd9e6e';
  expect(pairInSearch(`${id}.${id}`)).toBe(`${id}.${id}`);
  expect(pairInSearch(`${id}.x`)).toBeUndefined();
});
