import { expect, test } from 'vitest';
import { TimelapseLook } from '#domain/timelapses.ts';
import { filmName } from './film-name.ts';

test.each([
  [{}, '1080p'],
  [{ speed: 'fast', isEvened: false }, '1080p, fast, light as taken'],
  [{ isAligned: false, hasDays: false }, '1080p, not aligned, no dates'],
])('the name of a film tells its look: %j', (look, words) => {
  const content = { project: 'A/B', viewpoint: 'Crane', film: { width: 1920, height: 1080 } };
  expect(filmName(content, TimelapseLook.parse(look))).toBe(`A-B - Crane - ${words}.mp4`);
});
