import { expect, test } from 'vitest';
import { driveLinksIn, driveTarget, folderLinkIn, NO_SEQUENCE, sequenceOf } from './drive-links.ts';

const ID = '1OverflyTestFile_-0123456789abcd';
const file = (end: string) => `https://drive.google.com/file/d/${ID}${end}/view`;

test('a link leads to a virtual file', () => {
  const link = `https://drive.google.com/open?id=${ID}`;
  expect(driveTarget(link)).toEqual({ id: `gdrive-${ID}`, kind: 'unknown' });
});

test('a page of Drive that is no file is no link to one', () => {
  expect(driveLinksIn('https://drive.google.com/drive/my-drive')).toEqual([]);
});

test('links are named by the brackets near them, each by its own', () => {
  const text = `[DJI_0043.JPG] ${file('a')}. [Flight] (${file('b')}) ${file('c')} [Site plan]`;
  expect(driveLinksIn(text).map(({ name }) => name)).toEqual([
    'DJI_0043.JPG',
    'Flight',
    'Site plan',
  ]);
  expect(driveLinksIn(`[far]${' '.repeat(101)}${file('')}`)[0]?.name).toBeNull();
});

test('a link is taken once, without what ends the sentence', () => {
  const links = driveLinksIn(`See <${file('')}>. Again: ${file('')}, thanks.`);
  expect(links.map(({ url }) => url)).toEqual([file('')]);
});

test('words near a link tell a video', () => {
  const typeOf = (text: string) => driveLinksIn(text)[0]?.fileType;
  expect(typeOf(`Footage of the week: ${file('')}`)).toBe('video/mp4');
  expect(typeOf(`[roof.mov] ${file('')}`)).toBe('video/mp4');
  expect(typeOf(`The slab: ${file('')}`)).toBe('image/jpeg');
  const within = (count: number) => `Footage${' '.repeat(count)}[DJI_0042] ${file('')}`;
  expect([within(280), within(300)].map(typeOf)).toEqual(['video/mp4', 'image/jpeg']);
});

test('words near a link say nothing against its name, nor do the names of others', () => {
  const text = `Footage: [Slab.jpg] ${file('a')}`;
  const others = `[Slab] ${file('a')} [roof.mov] ${file('b')}`;
  const typesOf = (of: string) => driveLinksIn(of).map(({ fileType }) => fileType);
  expect(typesOf(text)).toEqual(['image/jpeg']);
  expect(typesOf(others)).toEqual(['image/jpeg', 'video/mp4']);
});

test('the first folder among the links of a text is its folder', () => {
  const folder = `https://drive.google.com/drive/folders/${ID}`;
  expect(folderLinkIn(`[DJI_0001.JPG] ${file('a')} All flights: ${folder}. ${folder}b`)).toBe(
    folder,
  );
  expect(folderLinkIn(`The slab: ${file('a')}`)).toBeNull();
});

test('numbers of a camera order the files, others keep their place behind them', () => {
  const text = `[Plan] ${file('a')} [DJI_0002.JPG] ${file('b')} [DJI_0001.JPG] ${file('c')}`;
  const names = ['DJI_0001.JPG', 'DJI_0002.JPG', 'Plan'];
  expect(driveLinksIn(text).map(({ name }) => name)).toEqual(names);
  expect(names.map(sequenceOf)).toEqual([1, 2, NO_SEQUENCE]);
  expect(sequenceOf('DJI_20230802101530_0042_W.JPG')).toBe(42);
});
