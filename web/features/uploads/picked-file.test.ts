import { expect, test } from 'vitest';
import { isSystemFile } from './picked-file.ts';

test.each([
  ['DCIM/100MEDIA/DJI_0001.JPG', false],
  ['DCIM/DJI_0001.SRT', false],
  ['photo.of.day.jpg', false],
  ['DCIM/DJI_0001.MP4', false],
  ['DCIM/DJI_0001.LRF', true],
  ['DCIM/100GOPRO/GL010001.LRV', true],
  ['.DS_Store', true],
  ['DCIM/._DJI_0001.JPG', true],
  ['.Trashes/501/DJI_0001.JPG', true],
  ['DCIM/Thumbs.db', true],
  ['System Volume Information/IndexerVolumeGuid', true],
])('%s is a file of the system: %s', (path, isSystem) => {
  expect(isSystemFile(path)).toBe(isSystem);
});
