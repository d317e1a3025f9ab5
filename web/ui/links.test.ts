import { expect, test } from 'vitest';
import { stepsBackTo } from './links.tsx';

const LIST = '/dashboard/projects';
const entries = [
  '/dashboard',
  `${LIST}?search=a`,
  `${LIST}?search=b`,
  `${LIST}/1`,
  `${LIST}/1/week/2`,
].map((path, index) => ({ index, url: `http://site.example${path}` }));
const at = (index: number) => ({ currentEntry: entries[index] ?? null, entries: () => entries });

test.each([
  ['the latest of several visits', LIST, at(4), 2],
  ['the previous page', `${LIST}/1`, at(4), 1],
  ['no page ahead in the history', `${LIST}/1`, at(2), 0],
  ['no page that was never visited', '/dashboard/sharing', at(4), 0],
  ['no page without the Navigation API', LIST, undefined, 0],
])('a back link leads to %s', (_what, path, way, steps) => {
  expect(stepsBackTo(path, way)).toBe(steps);
});
