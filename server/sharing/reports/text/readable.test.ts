import { expect, test } from 'vitest';
import { replaceMissingGlyphs } from './readable.ts';

/** Characters of a report's fonts: accented Latin, Hebrew, and a right arrow. */
const has = (code: number) =>
  /[\p{Script=Latin}\p{Script=Hebrew}\d\s.,:()→–]/u.test(String.fromCodePoint(code));
const shown = (text: string) => replaceMissingGlyphs(text, has);

test('what the fonts have stays as it is', () => {
  for (const text of ['Łódź Tower: gate (2)', 'מגדל הצפון', '→', ' two  spaces '])
    expect(shown(text)).toBe(text);
});

test('an accent that was typed by itself belongs to its letter', () => {
  expect(shown('Cafe\u0301')).toBe('Café');
});

test('emoji are left out with the space beside them, however they are put together', () => {
  expect(shown('🏗️ North gate')).toBe('North gate');
  expect(shown('North 👷🏽‍♀️ gate')).toBe('North gate');
  expect(shown('North gate 🇲🇽: week 2')).toBe('North gate: week 2');
});

test('a name of nothing but emoji is what they are called', () => {
  expect(shown('🏗️')).toBe('construction site');
});

test('letters of another script are written as they sound', () => {
  expect(shown('北京 Tower')).toBe('BeiJing Tower');
  expect(shown('서울')).toBe('SeoUl');
});

test('what nobody can name is a dash, and no empty line', () => {
  expect(shown('\uE000')).toBe('–');
});
