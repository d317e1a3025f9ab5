import { expect, it } from 'vitest';
import { changedValues } from './changed-values.ts';

it('has what is not as it was, also when that is nothing now', () => {
  const initial = { name: 'Tower', address: '1 Main Street', latitude: 31.5, startDate: null };
  expect(changedValues({ ...initial, address: '', latitude: 31.6 }, initial)).toEqual({
    address: '',
    latitude: 31.6,
  });
  expect(changedValues({ ...initial }, initial)).toEqual({});
});
