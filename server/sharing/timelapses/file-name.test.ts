import { expect, test } from 'vitest';
import { TimelapseOptions } from '#domain/timelapses.ts';
import { timelapseFileName } from './file-name.ts';

test.each([
  [{}, '1080p'],
  [{ speed: 'fast', isEvened: false }, '1080p, fast, original light'],
  [{ isAligned: false, hasDays: false }, '1080p, not aligned, no dates'],
])('the name of a video includes its settings: %j', (look, words) => {
  const content = { project: 'A/B', viewpoint: 'Crane', film: { width: 1920, height: 1080 } };
  expect(timelapseFileName(content, TimelapseOptions.parse(look))).toBe(
    `A-B - Crane - ${words}.mp4`,
  );
});

test('long titles are shortened, and the settings stay complete', () => {
  const film = { width: 1920, height: 1080 };
  const content = { project: `x${'é'.repeat(200)}`, viewpoint: '塔'.repeat(200), film };
  const titles = `x${'é'.repeat(39)} - ${'塔'.repeat(26)}`;
  const look = TimelapseOptions.parse({ speed: 'fast', isEvened: false });
  expect(timelapseFileName(content, look)).toBe(`${titles} - 1080p, fast, original light.mp4`);
});
