import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { preload } from './preload.ts';

/** A picture that never finishes loading unless a test sets `complete`. */
class SlowImage {
  src = '';
  complete = false;
  decode = () => new Promise<void>(() => {});
}
let images: SlowImage[] = [];

beforeEach(() => {
  images = [];
  vi.useFakeTimers();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.stubGlobal(
    'Image',
    class extends SlowImage {
      constructor() {
        super();
        images.push(this);
      }
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it.each([
  ['w768.webp', 5000],
  ['w2048.webp', 10_000],
])('aborts %s after %i ms with a warning that leaks no signed URL', (name, limit) => {
  preload(`/media/signed/${name}`, 50);
  vi.advanceTimersByTime(50 + limit - 1);
  expect(console.warn).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(console.warn).toHaveBeenCalledWith(
    `Image preload timed out after ${limit / 1000} s: ${name}`,
  );
  expect(images[0]?.src).toBe('');
});
it('logs nothing when the picture has loaded', () => {
  preload('/media/signed/w768.webp', 0);
  vi.advanceTimersByTime(1);
  for (const image of images) image.complete = true;
  vi.advanceTimersByTime(20_000);
  expect(console.warn).not.toHaveBeenCalled();
  expect(images[0]?.src).toBe('/media/signed/w768.webp');
});
it('requests nothing when it is cancelled before the delay', () => {
  preload('/media/signed/w768.webp', 50)();
  vi.advanceTimersByTime(60);
  expect(images[0]?.src).toBe('');
});
