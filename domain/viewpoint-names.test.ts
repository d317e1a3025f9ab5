import { expect, test } from 'vitest';
import { nextViewpointName } from './viewpoint-names.ts';

test('the next viewpoint has a name that none has, however they were renamed and merged', () => {
  expect(nextViewpointName([])).toBe('Viewpoint 1');
  expect(nextViewpointName(['Gate', 'Crane'])).toBe('Viewpoint 3');
  expect(nextViewpointName(['Viewpoint 7', 'Gate'])).toBe('Viewpoint 8');
});
