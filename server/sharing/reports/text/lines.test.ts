import { expect, test } from 'vitest';
import { linesOf } from './lines.ts';
import { bidiText } from './runs.ts';

/** Breaks text set in a font whose glyphs all have width 1. */
const lines = (text: string, { width, maxLines = 99 }: { width: number; maxLines?: number }) =>
  linesOf(bidiText(text), {
    width,
    maxLines,
    measure: ({ part: [start, end] }) => end - start,
  }).map(({ of, part }) => of.text.slice(...part));

test('a line takes as many words as fit', () => {
  expect(lines('מגדל הצפון בתל אביב', { width: 10 })).toEqual(['מגדל הצפון', 'בתל אביב']);
  expect(lines('אחד', { width: 10 })).toEqual(['אחד']);
  expect(lines('', { width: 10 })).toEqual([]);
});

test('a word longer than a line is split, with at least one letter per line', () => {
  expect(lines('אב אבגדהוזחט יכ', { width: 4 })).toEqual(['אב', 'אבגד', 'הוזח', 'ט יכ']);
  expect(lines('אב', { width: 0.5 })).toEqual(['א', 'ב']);
});

test("an ellipsis marks omitted text, in the text's direction", () => {
  expect(lines('מגדל הצפון בתל אביב', { width: 10, maxLines: 1 })).toEqual(['מגדל הצפו…']);
  expect(lines('אחד שתיים שלוש ארבע', { width: 8, maxLines: 2 })).toEqual(['אחד', 'שתיים…']);
});
