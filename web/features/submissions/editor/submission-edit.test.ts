import { expect, test } from 'vitest';
import { conflictMessage, mergeEdit } from './submission-edit.ts';
import { EMPTY_SUBMISSION } from '../submission-form.ts';

const base = { ...EMPTY_SUBMISSION, title: 'Week 12', summary: 'Slab poured.' };

test('what somebody else wrote into another field is kept', () => {
  const edit = mergeEdit({ ...base, title: 'Week 13' }, base, { ...base, summary: 'Columns up.' });
  expect(edit).toEqual({
    values: { ...base, title: 'Week 13', summary: 'Columns up.' },
    base: { ...base, summary: 'Columns up.' },
    conflicts: [],
  });
});

test('a field that both changed is a conflict, and keeps what was typed', () => {
  const edit = mergeEdit({ ...base, summary: 'Mine.' }, base, { ...base, summary: 'Theirs.' });
  expect(edit).toEqual({ values: { ...base, summary: 'Mine.' }, base, conflicts: ['summary'] });
});

test('the same words from both are no conflict', () => {
  const both = { ...base, summary: 'Roof on.' };
  expect(mergeEdit(both, base, both).conflicts).toEqual([]);
});

test('a conflict quotes what is there now, in short', () => {
  expect(conflictMessage('Theirs.')).toContain('to “Theirs.”');
  expect(conflictMessage('x'.repeat(500)).length).toBeLessThan(250);
  expect(conflictMessage('')).toContain('cleared');
});
