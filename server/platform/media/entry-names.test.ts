import { describe, expect, it } from 'vitest';
import { safeEntryNames } from './entry-names.ts';

const safe = (name: string) => safeEntryNames([name])[0];

describe('one name', () => {
  it.each([
    ['DJI_0001.JPG', 'DJI_0001.JPG'],
    ['Week 12/öüó 日本 🏗️.jpg', 'Week 12/öüó 日本 🏗️.jpg'],
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['a/./b//c/../d.jpg', 'a/b/c/d.jpg'],
    ['..\\..\\Windows\\a.dll', 'Windows/a.dll'],
    ['C:\\photos\\a.jpg', 'C_/photos/a.jpg'],
    ['what? <now>|*.jpg', 'what_ _now___.jpg'],
    ['a\0b\nc\x7f.jpg', 'abc.jpg'],
    ['photo\u202egpj.exe', 'photogpj.exe'],
    ['folder. /name... ', 'folder/name'],
    ['. ./a', 'a'],
    ['CON', '_CON'],
    ['nul.txt', '_nul.txt'],
    ['lpt1.tar.gz', '_lpt1.tar.gz'],
    ['con .jpg', '_con .jpg'],
    ['CONOUT$', '_CONOUT$'],
    ['console.txt', 'console.txt'],
    ['.hidden', '.hidden'],
    ['\ud800.jpg', '\ufffd.jpg'],
    ['', 'file'],
    ['../..', 'file'],
  ])('%j becomes %j', (name, expected) => {
    expect(safe(name)).toBe(expected);
  });

  it('is shortened to file system limits, keeping extension and whole characters', () => {
    const name = safe(`${'🏗'.repeat(100)}.jpeg`) ?? '';
    expect(Buffer.byteLength(name)).toBeLessThanOrEqual(240);
    expect(name).toMatch(/^🏗+\.jpeg$/u);
    expect(safe(`a.${'x'.repeat(500)}`)).toHaveLength(191);
  });
});

describe('a path that is too long for Windows', () => {
  const week = `2026-07-06 Week 28 - ${'Progress of the tower crane and '.repeat(6)}`;
  const project = `North.Tower.${'日本'.repeat(60)}`;
  const paths = [
    `${project}/${week}/Photos/DJI_20250801090503_0001_V.JPG`,
    `${project}/${week}/Photos/${'x'.repeat(200)}a.jpeg`,
    `${project}/${week}/Photos/${'x'.repeat(200)}b.jpeg`,
    `${project}/${week}/Documents/${'👩‍🚒'.repeat(40)}.pdf`,
    `${project}/${week}other/Photos/DJI_20250801090503_0001_V.JPG`,
  ];
  const names = safeEntryNames(paths);

  it('is shortened below 200 characters, keeping extensions and staying unique', () => {
    for (const name of names) expect(name.length).toBeLessThan(200);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(paths.length);
    expect(names.map((name) => name.split('.').at(-1))).toEqual([
      'JPG',
      'jpeg',
      'jpeg',
      'pdf',
      'JPG',
    ]);
    expect(names[3]).toMatch(/\/(?:👩‍🚒)+\.pdf$/u);
    expect(names[0]).toMatch(/\/DJI_20250801090503_0001_V\.JPG$/);
  });

  it('keeps files of one folder together and two weeks apart', () => {
    const folders = names.map((name) => name.split('/').slice(0, -1).join('/'));
    expect([folders[1], folders[2]]).toEqual([folders[0], folders[0]]);
    const weeks = folders.map((folder) => folder.split('/').slice(0, 2).join('/'));
    expect([weeks[1], weeks[2], weeks[3]]).toEqual([weeks[0], weeks[0], weeks[0]]);
    expect(weeks[4]).not.toBe(weeks[0]);
    for (const name of names) expect(name).not.toMatch(/[. ](?:\/|$)/);
  });

  it('does not become a device name when shortened', () => {
    expect(safeEntryNames(['lpt1abcdef.photo'], 10)[0]).toBe('_lpt1.photo');
  });
});

describe('several names', () => {
  it('numbers duplicates before their extension', () => {
    expect(safeEntryNames(['a.jpg', 'a.jpg', 'a.jpg', 'w.1/a', 'w.1/a', '.env', '.env'])).toEqual([
      'a.jpg',
      'a (2).jpg',
      'a (3).jpg',
      'w.1/a',
      'w.1/a (2)',
      '.env',
      '.env (2)',
    ]);
  });

  it('numbers names that differ only in case or in how accents are encoded', () => {
    expect(safeEntryNames(['A.JPG', 'a.jpg'])).toEqual(['A.JPG', 'a (2).jpg']);
    expect(safeEntryNames(['é.jpg', 'e\u0301.jpg'])).toEqual(['é.jpg', 'é (2).jpg']);
  });

  it('does not reuse a number that is already taken', () => {
    expect(safeEntryNames(['a (2).jpg', 'a.jpg', 'a.jpg'])).toEqual([
      'a (2).jpg',
      'a.jpg',
      'a (3).jpg',
    ]);
    expect(safeEntryNames(['a.jpg', 'a.jpg', 'a (2).jpg'])).toEqual([
      'a.jpg',
      'a (2).jpg',
      'a (2) (2).jpg',
    ]);
  });

  it('does not give a file the name of a folder', () => {
    expect(safeEntryNames(['week', 'Week/a.jpg'])).toEqual(['week (2)', 'Week/a.jpg']);
  });

  it('handles thousands of equal names quickly', () => {
    const names = safeEntryNames(Array.from({ length: 20_000 }, () => 'a.jpg'));
    expect(new Set(names).size).toBe(20_000);
    expect(names.at(-1)).toBe('a (20000).jpg');
  });
});
