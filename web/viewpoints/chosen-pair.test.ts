import { expect, test } from 'vitest';
import type { Alignment } from '#domain/alignment.ts';
import { selectedIds, pairInSearch, pairOf, toggleSelection } from './chosen-pair.ts';

const PHOTOS = ['a', 'b', 'c'].map((id) => ({ id, width: 4000, height: 3000 }));
const [, B, C] = PHOTOS;

test('selects at most two photos and compares the older with the newer', () => {
  expect(toggleSelection(['a', 'b'], 'c')).toEqual(['b', 'c']);
  expect(toggleSelection(['a', 'b'], 'a')).toEqual(['b']);
  expect(pairOf(PHOTOS, ['c', 'b'])).toEqual({ before: B, after: C });
  expect(pairOf(PHOTOS, ['b'])).toBeNull();
});

test('selects the first and last photos unless the URL names others', () => {
  expect(selectedIds(PHOTOS, undefined)).toEqual(['a', 'c']);
  expect(selectedIds(PHOTOS, 'b.gone')).toEqual(['b']);
  expect(selectedIds(PHOTOS, 'gone')).toEqual(['a', 'c']);
  const id = '265ecfa9-88af-41ef-9637-37e529dd9e6e';
  expect(pairInSearch(`${id}.${id}`)).toBe(`${id}.${id}`);
  expect(pairInSearch(`${id}.x`)).toBeUndefined();
});

test('selects the oldest and newest photos that are aligned with each other', () => {
  const onto = (reference: string, x = 0): Alignment => ({
    state: 'aligned',
    matrix: [1, 0, x, 0, 1, 0, 0, 0, 1],
    reference,
    parallax: 0,
  });
  const chosen = (...alignments: (Alignment | null)[]) =>
    selectedIds(
      alignments.map((alignment, i) => ({ id: String(i), width: 4000, height: 3000, alignment })),
      undefined,
    );
  const apart: Alignment = { state: 'not-aligned', reason: 'too-far' };
  expect(chosen(apart, onto('r'), onto('r', 9), onto('r'), null)).toEqual(['1', '3']);
  expect(chosen(onto('r'), onto('r'), onto('other'))).toEqual(['0', '1']);
  expect(chosen(onto('r'), apart, onto('other'))).toEqual(['0', '2']);
});
