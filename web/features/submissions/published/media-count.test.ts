import { expect, it } from 'vitest';
import { mediaCount } from './media-count.ts';

it('counts every file once', () => {
  expect(mediaCount({ photoCount: 8, videoCount: 1, fileCount: 12 })).toBe(
    '8 photos, 1 video, 3 other files',
  );
  expect(mediaCount({ photoCount: 8, videoCount: 0, fileCount: 8 })).toBe('8 photos, 0 videos');
});
