import { expect, it } from 'vitest';
import { projectSearch } from './project-list.ts';

it('reads the search, filter, order and layout from the URL', () => {
  const search = { search: 'brazos', status: 'on_hold', sort: 'name', layout: 'list' };
  expect(projectSearch(search)).toEqual(search);
  expect(projectSearch({ search: 42 })).toEqual({ search: '42' });
});

it('ignores invalid parameters and keeps the rest', () => {
  const invalid = { search: { a: 1 }, status: 'lost', sort: '', layout: 'grid', other: 1 };
  expect(projectSearch(invalid)).toEqual({});
  expect(projectSearch({ ...invalid, sort: 'status' })).toEqual({ sort: 'status' });
});
