import { expect, it } from 'vitest';
import { createImageStats } from './picture-stats.ts';

it('counts pictures, their time and their rate, and tells of every tenth', () => {
  let time = 1000;
  let lines = 0;
  const stats = createImageStats(
    () => time,
    () => (lines += 1),
  );
  const waiting = Array.from({ length: 12 }, () => stats.begin());
  for (const picture of waiting.slice(0, 10)) {
    time += 100;
    picture.loaded();
  }
  waiting[10]?.failed();
  expect(stats.figures()).toEqual({
    total: 12,
    loaded: 10,
    failed: 1,
    averageMs: 550,
    perSecond: 10,
  });
  expect(lines).toBe(1);
});
it('has no rate before anything is there', () => {
  const stats = createImageStats(
    () => 5,
    () => {},
  );
  stats.begin();
  expect(stats.figures()).toMatchObject({ averageMs: 0, perSecond: 0 });
});
