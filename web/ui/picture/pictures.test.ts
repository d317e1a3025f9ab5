import { afterEach, expect, it, vi } from 'vitest';
import { pictures, createImageStats, CACHE, createPictureCache } from './pictures.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('the cache is trimmed to 100 pictures every 60 seconds', () => {
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

it('statistics count loads, times and rate and log every tenth load', () => {
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
it('the rate is 0 before anything has loaded', () => {
  const stats = createImageStats(
    () => 5,
    () => {},
  );
  stats.begin();
  expect(stats.figures()).toMatchObject({ averageMs: 0, perSecond: 0 });
});

/** Takes up a tenth of the cache. */
const TENTH = { width: CACHE.maxBytes / 30, height: 1 };
const filled = (count: number, size = TENTH) => {
  const cache = createPictureCache<string>();
  for (let i = 0; i < count; i++) cache.keep(`p${i}`, `picture ${i}`, size);
  return cache;
};
const cachedIn = (cache: ReturnType<typeof filled>, count: number) =>
  Array.from({ length: count }, (_, i) => i).filter((i) => cache.has(`p${i}`));

it('the cache estimates three bytes per pixel and holds 50 MB', () => {
  expect(filled(1, { width: 2048, height: 1536 }).figures().bytes).toBe(2048 * 1536 * 3);
  expect(filled(10).figures()).toMatchObject({ entries: 10, bytes: 50 * 1024 * 1024 });
});
it('a full cache evicts the oldest quarter', () => {
  expect(cachedIn(filled(11), 11)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
});
it('a viewed picture counts as recent', () => {
  const cache = filled(10);
  expect(cache.take('p0')).toBe('picture 0');
  cache.keep('p10', 'another', TENTH);
  expect(cachedIn(cache, 11)).toEqual([0, 4, 5, 6, 7, 8, 9, 10]);
});
it('a picture larger than the cache evicts nothing', () => {
  const cache = filled(2);
  cache.keep('huge', 'huge', { width: CACHE.maxBytes, height: 1 });
  expect(cache.figures().entries).toBe(2);
});
it('a picture that is cached twice counts once', () => {
  const cache = filled(1);
  cache.keep('p0', 'sharper', { width: 10, height: 10 });
  expect(cache.figures()).toMatchObject({ entries: 1, bytes: 300 });
});
it('trimming removes the oldest entries above a hundred', () => {
  const cache = filled(130, { width: 1, height: 1 });
  cache.trim();
  expect(cache.figures()).toMatchObject({ entries: 100, bytes: 300 });
  expect(cache.has('p30')).toBe(true);
  expect(cache.has('p29')).toBe(false);
});
it('clearing removes pictures but keeps the hit rate', () => {
  const cache = filled(1);
  expect([cache.take('p0'), cache.take('p1')]).toEqual(['picture 0', null]);
  cache.clear();
  expect(cache.figures()).toEqual({ entries: 0, bytes: 0, hits: 1, misses: 1 });
});
