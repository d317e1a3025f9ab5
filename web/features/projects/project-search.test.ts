import { expect, it } from 'vitest';
import { ProjectSearch } from './project-search.ts';

it('reads search, filter, order and layout from an address', () => {
  const search = { search: 'brazos', status: 'on_hold', sort: 'name', layout: 'list' };
  expect(ProjectSearch.parse(search)).toEqual(search);
  expect(ProjectSearch.parse({ search: 42 })).toEqual({ search: '42' });
});

it('passes over what is nonsense, and keeps the rest', () => {
  const nonsense = { search: { a: 1 }, status: 'lost', sort: '', layout: 'grid', other: 1 };
  expect(ProjectSearch.parse(nonsense)).toEqual({});
  expect(ProjectSearch.parse({ ...nonsense, sort: 'status' })).toEqual({ sort: 'status' });
});
