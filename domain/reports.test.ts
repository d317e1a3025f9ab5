import { expect, test } from 'vitest';
import { REPORT_LIMITS, reportViews, viewName } from './reports.ts';

const photo = (id: string, viewpointId: string | null = null) => ({ id, viewpointId });

test('a report puts the pairs first, and takes no photo for a pair that merely has the same turn', () => {
  const before = [photo('b1', 'north'), photo('b2')];
  const after = [photo('a1'), photo('a2', 'north')];
  const { views, total } = reportViews(before, after);
  expect(views).toEqual([
    { before: before[0], after: after[1] },
    { before: null, after: after[0] },
  ]);
  expect(total).toBe(2);
});

test('a report of very many photos has sixty views and says how many there are', () => {
  const after = Array.from({ length: 500 }, (_, index) => photo(`a${index}`));
  const { views, total } = reportViews([], after);
  expect([views.length, total]).toEqual([REPORT_LIMITS.views, 500]);
});

test.each([
  [{ viewpointName: 'Crane', gimbalYaw: 90 }, 'Crane'],
  [{ viewpointName: null, gimbalYaw: -44 }, 'View to the northwest'],
  [{ viewpointName: null, gimbalYaw: 359 }, 'View to the north'],
  [{ viewpointName: null, gimbalYaw: 10, gimbalPitch: -90 }, 'View straight down'],
  [{ viewpointName: null, gimbalYaw: null }, null],
])('a view is called after its viewpoint or its direction: %j', (look, name) => {
  expect(viewName(look)).toBe(name);
});
