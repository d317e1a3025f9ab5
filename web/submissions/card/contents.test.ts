import { expect, test } from 'vitest';
import { contentsText } from './visit-card.tsx';
import { unreadPhoto } from './reading/read-photo.ts';
import { positionOfPicture } from './reading/read-raster.ts';

test('counts each file of a visit once, by kind', () => {
  const file = (name: string, changes: object = {}) => ({
    ...unreadPhoto(new File(['x'], name), name),
    size: 2 ** 20,
    ...changes,
  });
  const raw = file('1.DNG');
  const photos = [file('1.JPG'), raw, file('2.JPG')];
  expect(contentsText(photos, new Set([raw]))).toBe('2 photos, 1 RAW file · 3 MB');
  const map = file('map.tif', { kind: 'other', raster: positionOfPicture(100) });
  const others = [file('1.MP4'), map, file('map.tfw', { sidecar: '1' }), file('plan.pdf')];
  expect(contentsText(others, new Set())).toBe('1 video, 1 map, 1 document, 1 other file · 4 MB');
});
