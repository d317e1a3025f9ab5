import { expect, test } from 'vitest';
import { unsupportedNameMessage, isSystemFile } from './file-types.ts';
import { driveFileKind } from './drive.ts';

test.each([
  ['IMG_0001.CR2', "Files ending in .cr2 can't be uploaded. Supported image formats are JPEG,"],
  ['a.b.geojson', "Files ending in .geojson can't be uploaded. Supported text files are"],
  ['week.zip', "Files ending in .zip can't be uploaded. You can upload photos, videos,"],
])('rejects %s by its name', (name, message) => {
  expect(unsupportedNameMessage(name)).toMatch(message);
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
])('accepts the name %s', (name) => expect(unsupportedNameMessage(name)).toBeNull());

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
])('%s is a system file: %s', (path, isSystem) => {
  expect(isSystemFile(path)).toBe(isSystem);
});

test.each([
  ['DJI_0001.SCR', '.scr'],
  ['DJI_0001.THM', '.thm'],
  ['DJI_0001.AAC', '.aac'],
  ['DJI_0001.IDX', '.idx'],
  ['FLY001.DAT', '.dat'],
  ['a.lrf', '.lrf'],
  ['site.tif.ovr', '.ovr'],
  ['site.tif.aux.xml', '.aux.xml'],
])('skips the byproduct %s everywhere', (name, ending) => {
  expect(isSystemFile(`MISC/${name}`)).toBe(true);
  expect(unsupportedNameMessage(name)).toMatch(
    `Files ending in ${ending} are only used by cameras`,
  );
  expect(driveFileKind({ name, mimeType: 'image/jpeg' })).toBe(null);
});

test('skips the hidden copies that macOS writes to a card', () => {
  expect(driveFileKind({ name: '._DJI_0001.JPG', mimeType: 'application/octet-stream' })).toBe(
    null,
  );
});
