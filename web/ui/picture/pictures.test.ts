import { afterEach, expect, it, vi } from 'vitest';
import { pictures, createImageStats } from './pictures.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('is trimmed to 100 pictures every 60 seconds', () => {
  vi.useFakeTimers();
  vi.stubGlobal('window', globalThis);
  for (let n = 0; n < 130; n++) {
    const image = { naturalWidth: 10, naturalHeight: 1 } as HTMLImageElement;
    pictures.keep(`${n}.webp`, image);
  }
  vi.advanceTimersByTime(59_999);
  expect(pictures.figures().entries).toBe(130);
  vi.advanceTimersByTime(1);
  expect(pictures.figures().entries).toBe(100);
});

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
