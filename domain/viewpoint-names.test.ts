import { expect, test } from 'vitest';
import { LENSES } from './lens.ts';
import {
  isGeneratedName,
  nameError,
  nextViewpointName,
  numberedName,
  partsOfName,
} from './viewpoint-names.ts';

const NORTH = { gimbalYaw: -10, gimbalPitch: -30 };

test.each([
  [NORTH, 'Looking north'],
  [{ gimbalYaw: 130, gimbalPitch: -45 }, 'Looking southeast'],
  [{ gimbalYaw: 130, gimbalPitch: -89 }, 'Overhead'],
  [{ gimbalYaw: 0, gimbalPitch: 0, lens: 'zoom' }, 'Looking north, zoom'],
  [{ gimbalYaw: 0, gimbalPitch: -90, lens: 'red-edge' }, 'Overhead, red edge'],
  [{ gimbalYaw: 0, gimbalPitch: 0, lens: 'panorama' }, 'Panorama'],
  [{ gimbalYaw: null }, 'Site view'],
] as const)('names a viewpoint by its direction: %o is %s', (photo, name) => {
  expect(nextViewpointName([], photo)).toBe(name);
});

test('a new viewpoint gets an unused name, even after renames and merges', () => {
  expect(nextViewpointName(['Gate', 'Looking south'], NORTH)).toBe('Looking north');
  expect(nextViewpointName(['Looking north'], NORTH)).toBe('Looking north 2');
  expect(nextViewpointName(['Looking north 7', 'Looking north'], NORTH)).toBe('Looking north 8');
  expect(nextViewpointName(['looking North'], NORTH)).toBe('Looking north 2');
  const zoom = { ...NORTH, lens: 'zoom' } as const;
  expect(nextViewpointName(['Looking north 2', 'Looking north, zoom'], zoom)).toBe(
    'Looking north 2, zoom',
  );
});

test('recognizes generated names by their parts', () => {
  const names = LENSES.map((lens) => nextViewpointName([], { ...NORTH, lens }));
  expect(names.filter((name) => !isGeneratedName(name))).toEqual([]);
  expect(partsOfName('Looking north 2, zoom')).toEqual({ view: 'Looking north, zoom', number: 2 });
  expect(numberedName('Looking north, zoom', 3)).toBe('Looking north 3, zoom');
  expect(['North gate', 'Looking north crane', 'Overhead, crane'].some(isGeneratedName)).toBe(
    false,
  );
});

test('shows the limit for longer names, not counting surrounding spaces', () => {
  expect(nameError(` ${'a'.repeat(100)} `)).toBeNull();
  expect(nameError('a'.repeat(101))).toBe('Use at most 100 characters.');
});
