import { expect, test } from 'vitest';
import { findOddDays } from './submission-details.tsx';

const photo = (capturedAt: string | null) =>
  ({ kind: 'photo', state: 'ready', capturedAt }) as const;
const [first, second] = [photo('2023-08-02T15:00:00Z'), photo('2023-08-03T02:00:00Z')];
const old = photo('2018-03-26T15:00:00Z');
const clip = { ...old, kind: 'video' as const };

test('lists photos from days other than the documented one, in local time', () => {
  const files = [old, first, second, photo(null), clip];
  const odd = [{ day: '2018-03-26', count: 1, first: old }];
  expect(findOddDays(files, 'America/Chicago', null)).toEqual(odd);
  expect(findOddDays(files, 'America/Chicago', '2023-08-09')).toEqual(odd);
  const others = [{ day: '2023-08-02', count: 2, first }];
  expect(findOddDays(files, 'America/Chicago', '2018-03-26')).toEqual(others);
});
