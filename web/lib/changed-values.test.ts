import { expect, it } from 'vitest';
import { changedValues } from './changed-values.ts';

it('returns only changed values, including cleared ones', () => {
  const initial = { name: 'Tower', address: '1 Main Street', latitude: 31.5, startDate: null };
  expect(changedValues({ ...initial, address: '', latitude: 31.6 }, initial)).toEqual({
    address: '',
    latitude: 31.6,
  });
  expect(changedValues({ ...initial }, initial)).toEqual({});
});
