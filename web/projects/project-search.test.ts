import { expect, it } from 'vitest';
import { projectSearch } from './project-list.ts';

it('reads search, filter, order and layout from an address', () => {
  const search = { search: 'brazos', status: 'on_hold', sort: 'name', layout: 'list' };
  expect(projectSearch(search)).toEqual(search);
  expect(projectSearch({ search: 42 })).toEqual({ search: '42' });
});

it('passes over what is nonsense, and keeps the rest', () => {
  const nonsense = { search: { a: 1 }, status: 'lost', sort: '', layout: 'grid', other: 1 };
  expect(projectSearch(nonsense)).toEqual({});
  expect(projectSearch({ ...nonsense, sort: 'status' })).toEqual({ sort: 'status' });
});
