import { expect, test } from 'vitest';
import { driveLinksIn, driveTarget, folderLinkIn, NO_SEQUENCE, sequenceOf } from './drive-links.ts';

const ID = '1OverflyTestFile_-0123456789abcd';
const file = (end: string) => `https://drive.google.com/file/d/${ID}${end}/view`;

test('turns a link into a virtual file', () => {
  const link = `https://drive.google.com/open?id=${ID}`;
  expect(driveTarget(link)).toEqual({ id: `gdrive-${ID}`, kind: 'unknown' });
});

test('ignores links to other Drive pages', () => {
  expect(driveLinksIn('https://drive.google.com/drive/my-drive')).toEqual([]);
});

test('names each link by the brackets near it', () => {
  const text = `[DJI_0043.JPG] ${file('a')}. [Flight] (${file('b')}) ${file('c')} [Site plan]`;
  expect(driveLinksIn(text).map(({ name }) => name)).toEqual([
    'DJI_0043.JPG',
    'Flight',
    'Site plan',
  ]);
  expect(driveLinksIn(`[far]${' '.repeat(101)}${file('')}`)[0]?.name).toBeNull();
});

test('finds a repeated link once, without trailing punctuation', () => {
  const links = driveLinksIn(`See <${file('')}>. Again: ${file('')}, thanks.`);
  expect(links.map(({ url }) => url)).toEqual([file('')]);
});

test('nearby words identify a video', () => {
  const typeOf = (text: string) => driveLinksIn(text)[0]?.fileType;
  expect(typeOf(`Footage of the week: ${file('')}`)).toBe('video/mp4');
  expect(typeOf(`[roof.mov] ${file('')}`)).toBe('video/mp4');
  expect(typeOf(`The slab: ${file('')}`)).toBe('image/jpeg');
  const within = (count: number) => `Footage${' '.repeat(count)}[DJI_0042] ${file('')}`;
  expect([within(280), within(300)].map(typeOf)).toEqual(['video/mp4', 'image/jpeg']);
});

test("a link's own name outweighs nearby words and other names", () => {
  const text = `Footage: [Slab.jpg] ${file('a')}`;
  const others = `[Slab] ${file('a')} [roof.mov] ${file('b')}`;
  const typesOf = (of: string) => driveLinksIn(of).map(({ fileType }) => fileType);
  expect(typesOf(text)).toEqual(['image/jpeg']);
  expect(typesOf(others)).toEqual(['image/jpeg', 'video/mp4']);
});

test('the first folder link is the folder of a text', () => {
  const folder = `https://drive.google.com/drive/folders/${ID}`;
  expect(folderLinkIn(`[DJI_0001.JPG] ${file('a')} All flights: ${folder}. ${folder}b`)).toBe(
    folder,
  );
  expect(folderLinkIn(`The slab: ${file('a')}`)).toBeNull();
});

test('camera numbers order the files; the others come last', () => {
  const text = `[Plan] ${file('a')} [DJI_0002.JPG] ${file('b')} [DJI_0001.JPG] ${file('c')}`;
  const names = ['DJI_0001.JPG', 'DJI_0002.JPG', 'Plan'];
  expect(driveLinksIn(text).map(({ name }) => name)).toEqual(names);
  expect(names.map(sequenceOf)).toEqual([1, 2, NO_SEQUENCE]);
  expect(sequenceOf('DJI_20230802101530_0042_W.JPG')).toBe(42);
});
