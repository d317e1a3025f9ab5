import { expect, test } from 'vitest';
import { replaceMissingGlyphs } from './readable.ts';

/** Simulates fonts with Latin, Hebrew and a right arrow. */
const has = (code: number) =>
  /[\p{Script=Latin}\p{Script=Hebrew}\d\s.,:()→–]/u.test(String.fromCodePoint(code));
const shown = (text: string) => replaceMissingGlyphs(text, has);

test('characters of the fonts stay unchanged', () => {
  for (const text of ['Łódź Tower: gate (2)', 'מגדל הצפון', '→', ' two  spaces '])
    expect(shown(text)).toBe(text);
});

test('a separate accent is joined with its letter', () => {
  expect(shown('Cafe\u0301')).toBe('Café');
});

test('any emoji is removed together with the space next to it', () => {
  expect(shown('🏗️ North gate')).toBe('North gate');
  expect(shown('North 👷🏽‍♀️ gate')).toBe('North gate');
  expect(shown('North gate 🇲🇽: week 2')).toBe('North gate: week 2');
});

test('a name of only emoji is replaced by their description', () => {
  expect(shown('🏗️')).toBe('construction site');
});

test('letters of other scripts are transliterated', () => {
  expect(shown('北京 Tower')).toBe('BeiJing Tower');
  expect(shown('서울')).toBe('SeoUl');
});

test("unknown characters become a dash, so the line isn't empty", () => {
  expect(shown('\uE000')).toBe('–');
});
