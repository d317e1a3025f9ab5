import { expect, test } from 'vitest';
import { cleanFileName, extensionOf } from './file-name.ts';

test.each([
  ['DJI_0001.JPG', 'DJI_0001.JPG'],
  ['test image öüóőúéáű-.,.jpg', 'test image öüóőúéáű-.,.jpg'],
  ['🏗️ site.jpg', '🏗️ site.jpg'],
  ['صورة الموقع.jpg', 'صورة الموقع.jpg'],
  ['cafe\u0301.jpg', 'café.jpg'],
  ['DCIM/100MEDIA/DJI_0001.JPG', 'DJI_0001.JPG'],
  ['C:\\photos\\a.jpg', 'a.jpg'],
  ['../../etc/passwd', 'passwd'],
  ['photo\u202egpj.exe', 'photogpj.exe'],
  ['a\0b\nc.jpg', 'abc.jpg'],
  ['\ud800.jpg', '\ufffd.jpg'],
  ['  spaced.jpg ', 'spaced.jpg'],
  ['folder/', 'folder'],
  ['..', 'file'],
  ['\u202e', 'file'],
  ['', 'file'],
])('%j is stored as %j', (given, kept) => {
  expect(cleanFileName(given)).toBe(kept);
});

test('a long name is shortened in the middle, so it keeps its extension', () => {
  const name = cleanFileName(`${'🏗'.repeat(300)}.jpeg`);
  expect(Array.from(name)).toHaveLength(255);
  expect(name.endsWith('🏗.jpeg')).toBe(true);
  expect(Array.from(cleanFileName(`a.${'x'.repeat(300)}`))).toHaveLength(255);
});

test.each([
  ['a.JPG', '.JPG'],
  ['a.tar.gz', '.gz'],
  ['.profile', ''],
  ['no extension', ''],
  ['a.b c', ''],
])('the extension of %j is %j', (name, extension) => {
  expect(extensionOf(name)).toBe(extension);
});
