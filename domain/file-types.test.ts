import { expect, test } from 'vitest';
import { refusalOfName } from './file-types.ts';

test.each([
  ['IMG_0001.CR2', 'Files ending in .cr2 cannot be uploaded. Supported image formats are JPEG,'],
  ['a.b.geojson', 'Files ending in .geojson cannot be uploaded. Supported text files are'],
  ['week.zip', 'Files ending in .zip cannot be uploaded. You can upload photos, videos,'],
])('%s need not be sent', (name, words) => {
  expect(refusalOfName(name)).toMatch(words);
});

test.each([
  'a.jpg',
  'a.TIFF',
  'film.mov',
  'plan.pdf',
  'a.srt',
  'site.TFW',
  'site.prj',
  'a.HEIC',
  'a.dng',
  'heic',
  'a.unknown',
  'a.',
])('of %s the bytes decide', (name) => expect(refusalOfName(name)).toBeNull());
