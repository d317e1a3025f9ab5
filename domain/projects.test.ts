import { expect, test } from 'vitest';
import { isTypedName, parseCoordinates, ProjectChange, ProjectInput } from './projects.ts';

test.each([
  ['', { latitude: null, longitude: null }],
  ['31.52, -97.15', { latitude: 31.52, longitude: -97.15 }],
  [' +31.5 ,.5', { latitude: 31.5, longitude: 0.5 }],
])('reads coordinates from %o', (typed, position) => {
  expect(parseCoordinates(typed)).toEqual(position);
});

test('collapses spaces in a name', () => {
  const { name } = ProjectChange.parse({ name: ' North \u00a0\n Tower ' });
  expect(name).toBe('North Tower');
  expect(ProjectChange.safeParse({ name: '\u00a0' }).success).toBe(false);
});

test('a typed name may differ in spaces and invisible characters', () => {
  expect(isTypedName('Nórth Tower', 'No\u0301rth\u200b Tower')).toBe(true);
  expect(isTypedName(' North Tower ', 'North  Tower')).toBe(true);
  expect(isTypedName('north tower', 'North Tower')).toBe(false);
  expect(isTypedName('NorthTower', 'North Tower')).toBe(false);
});

test.each([
  ['0x10, 1', 'numeric'],
  ['1e1, 1', 'numeric'],
  ['31.52, west', 'numeric'],
  ['Infinity, 1', 'numeric'],
  ['31,52, 97', 'format'],
  ['31.52,', 'format'],
  ['90.1, 0', 'Latitude must be'],
  ['0, -180.1', 'longitude between'],
])('rejects coordinates from %o', (typed, message) => {
  expect(() => parseCoordinates(typed)).toThrow(message);
});

test('a new project has both coordinates or neither', () => {
  const site = { name: 'North Tower', companyId: crypto.randomUUID() };
  const isAccepted = (more: object) => ProjectInput.safeParse({ ...site, ...more }).success;
  expect(isAccepted({})).toBe(true);
  expect(isAccepted({ latitude: 31.52, longitude: -97.15 })).toBe(true);
  expect(isAccepted({ latitude: 31.52 })).toBe(false);
  expect(isAccepted({ latitude: null, longitude: -97.15 })).toBe(false);
});
