import { expect, test } from 'vitest';
import { mergeEdit } from './submission-edit.ts';
import { EMPTY_SUBMISSION } from '../submission-form.ts';

const base = { ...EMPTY_SUBMISSION, title: 'Week 12', summary: 'Slab poured.' };

test('keeps what someone else wrote in another field', () => {
  const edit = mergeEdit({ ...base, title: 'Week 13' }, base, { ...base, summary: 'Columns up.' });
  expect(edit).toEqual({
    values: { ...base, title: 'Week 13', summary: 'Columns up.' },
    base: { ...base, summary: 'Columns up.' },
    conflicts: [],
    changedByOthers: ['summary'],
  });
});

test('reports a conflict if both changed a field, and keeps the typed text', () => {
  const edit = mergeEdit({ ...base, summary: 'Mine.' }, base, { ...base, summary: 'Theirs.' });
  const stored = { ...base, summary: 'Theirs.' };
  expect(edit).toEqual({
    values: { ...base, summary: 'Mine.' },
    base: stored,
    conflicts: ['summary'],
    changedByOthers: [],
  });
});

test('reports no conflict if both typed the same text', () => {
  const both = { ...base, summary: 'Roof on.' };
  expect(mergeEdit(both, base, both).conflicts).toEqual([]);
});

test('keeps a trailing space that the server trimmed', () => {
  const typed = { ...base, summary: 'Roof ' };
  const stored = { ...base, summary: 'Roof' };
  expect(mergeEdit(typed, typed, stored)).toEqual({
    values: typed,
    base: typed,
    conflicts: [],
    changedByOthers: [],
  });
  const more = { ...base, summary: 'Roof on.' };
  expect(mergeEdit(more, typed, stored)).toMatchObject({ values: more, conflicts: [] });
});
