import { expect, test } from 'vitest';
import { groupVisits } from '#domain/visit.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { arrivals, keyOf } from './visit-edits.ts';

const NINE = Date.parse('2026-06-02T09:00:00Z');
const photo = (path: string, minutes: number) =>
  ({ path, folder: 'DCIM', place: null, takenAt: NINE + minutes * 60_000 }) as CardPhoto;
const keysOf = (photos: readonly CardPhoto[]) =>
  groupVisits(photos).map((visit) => keyOf(visit, arrivals(photos)));

test('a visit keeps its key when a later drop puts another file first', () => {
  const dropped = [photo('B', 20), photo('A', 10), photo('C', 30)];
  const more = [...dropped, photo('EARLY', 0), photo('LATE', 40)];
  expect(groupVisits(more)[0]?.files[0]?.path).toBe('EARLY');
  expect(keysOf(dropped)).toEqual(['B']);
  expect(keysOf(more)).toEqual(['B']);
});
