import { expect, test } from 'vitest';
import { type SaveHistory, stepValues, withSaved } from './submission-edit.ts';

const renamed = (from: string, to: string) => ({ before: { title: from }, after: { title: to } });
const roof = { before: { summary: '' }, after: { summary: 'Roof on.' } };
const three = [renamed('', 'Week 12'), renamed('Week 12', 'Week 13'), roof].reduce<SaveHistory>(
  (history, save) => withSaved(history, save, 0),
  { saves: [], at: 0 },
);

test('undo and redo change only the fields of one save', () => {
  expect(stepValues(three, -1)).toEqual({ summary: '' });
  expect(stepValues({ ...three, at: 2 }, -1)).toEqual({ title: 'Week 12' });
  expect(stepValues({ ...three, at: 2 }, 1)).toEqual({ summary: 'Roof on.' });
  expect(stepValues(three, 1)).toBeNull();
  expect(stepValues({ ...three, at: 0 }, -1)).toBeNull();
});

test('a save after an undo replaces the saves that could be redone', () => {
  const back = withSaved({ ...three, at: 2 }, renamed('Week 13', 'Week 12'), -1);
  expect(back).toEqual({ ...three, at: 1 });
  const next = renamed('Week 12', 'Week 14');
  expect(withSaved(back, next, 0)).toEqual({ saves: [three.saves[0], next], at: 2 });
});
