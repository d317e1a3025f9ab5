import { expect, test } from 'vitest';
import { REPORT_LIMITS, reportViews, viewName } from './reports.ts';

const photo = (id: string, viewpointId: string | null = null) => ({ id, viewpointId });

test('a report lists pairs first and never pairs photos by order alone', () => {
  const before = [photo('b1', 'north'), photo('b2')];
  const after = [photo('a1'), photo('a2', 'north')];
  expect(reportViews(before, after)).toEqual([
    { before: before[0], after: after[1] },
    { before: null, after: after[0] },
  ]);
});

test('a report has at most sixty views', () => {
  const after = Array.from({ length: 500 }, (_, index) => photo(`a${index}`));
  expect(reportViews([], after)).toHaveLength(REPORT_LIMITS.views);
});

test.each([
  [{ viewpointName: 'Crane', gimbalYaw: 90 }, 'Crane'],
  [{ viewpointName: null, gimbalYaw: -44 }, 'View to the northwest'],
  [{ viewpointName: null, gimbalYaw: 359 }, 'View to the north'],
  [{ viewpointName: null, gimbalYaw: 10, gimbalPitch: -90 }, 'View straight down'],
  [{ viewpointName: null, gimbalYaw: null }, null],
])('a view is named after its viewpoint or direction: %j', (look, name) => {
  expect(viewName(look)).toBe(name);
});
