import { expect, test } from 'vitest';
import { LENSES, lensName } from './lens.ts';
import { isGeneratedName, nextViewpointName } from './viewpoint-names.ts';

test('the next viewpoint has a name that none has, however they were renamed and merged', () => {
  expect(nextViewpointName([])).toBe('Viewpoint 1');
  expect(nextViewpointName(['Gate', 'Crane'])).toBe('Viewpoint 3');
  expect(nextViewpointName(['Viewpoint 7', 'Gate'])).toBe('Viewpoint 8');
  expect(nextViewpointName(['Viewpoint 7 zoom'], 'thermal')).toBe('Viewpoint 8 thermal');
});

test('a name that says the lens is still one that nobody gave', () => {
  const names = LENSES.map((lens) => nextViewpointName([], lensName({ lens })));
  expect(names.filter((name) => !isGeneratedName(name))).toEqual([]);
  expect(isGeneratedName('Viewpoint 3 crane')).toBe(false);
});
