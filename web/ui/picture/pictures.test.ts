import { afterEach, expect, it, vi } from 'vitest';
import { pictures } from './pictures.ts';

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
