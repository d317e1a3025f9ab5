import { expect, test } from 'vitest';
import { groupVisits } from '#domain/card-visits.ts';
import type { CardPhoto } from './reading/card-photo.ts';
import { addedOrder, type Edits, combineEdits, visitKeyOf } from './visit-edits.ts';

const NINE = Date.parse('2026-06-02T09:00:00Z');
const photo = (path: string, minutes: number) =>
  ({ path, folder: 'DCIM', place: null, takenAt: NINE + minutes * 60_000 }) as CardPhoto;
const keysOf = (photos: readonly CardPhoto[]) =>
  groupVisits(photos).map((visit) => visitKeyOf(visit, addedOrder(photos)));

test('keeps the key of a visit if an earlier file is added later', () => {
  const dropped = [photo('B', 20), photo('A', 10), photo('C', 30)];
  const more = [...dropped, photo('EARLY', 0), photo('LATE', 40)];
  expect(groupVisits(more)[0]?.files[0]?.path).toBe('EARLY');
  expect(keysOf(dropped)).toEqual(['B']);
  expect(keysOf(more)).toEqual(['B']);
});

test('keeps what was typed for two visits if added files merge them', () => {
  const flight = (names: string[], minutes: number) =>
    names.map((path, at) => photo(path, minutes + at));
  const dropped = [...flight(['B', 'C', 'D'], 900), ...flight(['E', 'F', 'G'], 0)];
  const later = [...dropped, photo('BETWEEN', 450)];
  const join = (photos: readonly CardPhoto[], b: Edits, e: Edits) => {
    const edits = new Map(Object.entries({ E: e, B: b }));
    const joined = combineEdits(edits, groupVisits(photos), addedOrder(photos));
    return joined === edits ? 'none' : [...joined];
  };
  const roof = { title: 'Roof', contentType: 'gallery' } as const;
  expect(join(dropped, {}, roof)).toBe('none');
  const date = { title: ' ', recordedDate: '2026-06-03' };
  expect(join(later, date, roof)).toMatchObject([['B', { ...date, ...roof }]]);
  const both = { ...roof, title: 'Facade', mergedTexts: ['Roof'] };
  expect(join(later, { title: 'Facade' }, roof)).toEqual([['B', both]]);
});
