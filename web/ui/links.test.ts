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
  ['the latest of several', LIST, at(4), 2],
  ['the one before', `${LIST}/1`, at(4), 1],
  ['none that lies ahead', `${LIST}/1`, at(2), 0],
  ['none where one never was', '/dashboard/sharing', at(4), 0],
  ['none where the browser does not tell', LIST, undefined, 0],
])('the way back leads to %s', (_what, path, way, steps) => {
  expect(stepsBackTo(path, way)).toBe(steps);
});
