import { describe, expect, it } from 'vitest';
import { pictureFor } from './picture-level.ts';
import { makeFile } from '#test/fixtures/viewer-files.ts';

const photo = makeFile();

describe('pictureFor', () => {
  it('fits the pane and the pixel density of the screen', () => {
    expect(pictureFor(photo, 390, 1, 1)).toBe('/media/file/w512.webp');
    expect(pictureFor(photo, 390, 1, 2)).toBe('/media/file/w1024.webp');
  });
  it('loads no larger picture above three device pixels per CSS pixel', () => {
    expect(pictureFor(photo, 250, 1, 4)).toBe(pictureFor(photo, 250, 1, 3));
  });
  it('loads a larger picture when zoomed in, but no smaller one when zoomed out', () => {
    expect(pictureFor(photo, 700, 1.5, 1)).toBe('/media/file/w2048.webp');
    expect(pictureFor(photo, 700, 0.1, 1)).toBe('/media/file/w768.webp');
  });
  it('loads the original if the largest picture is too coarse', () => {
    expect(pictureFor(photo, 1400, 2.25, 1)).toBe('/media/file/original');
  });
  it('keeps the largest picture at scale 1 or without an original that browsers can show', () => {
    const largest = '/media/file/w2048.webp';
    expect(pictureFor(photo, 2000, 1, 3)).toBe(largest);
    expect(pictureFor(makeFile({ originalUrl: null }), 1400, 5, 1)).toBe(largest);
    expect(pictureFor(makeFile({ fileType: 'image/heic' }), 1400, 5, 1)).toBe(largest);
    expect(pictureFor(makeFile({ width: 2048 }), 1400, 5, 1)).toBe(largest);
  });
  it('returns null for a file without pictures', () => {
    expect(pictureFor(makeFile({ presets: [], originalUrl: null }), 800, 1, 1)).toBeNull();
  });
});
