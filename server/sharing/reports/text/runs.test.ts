import { expect, test } from 'vitest';
import { directionOf, hasRightToLeft, runsOf, bidiText } from './runs.ts';

const faceOf = (letter: string) => (hasRightToLeft(letter) ? 'noto' : 'inter');
const runs = (text: string, part: readonly [number, number] = [0, text.length]) =>
  runsOf(bidiText(text), part, faceOf).map((run) => run.text);

test('Hebrew words run from right to left', () => {
  expect(runs('מגדל הצפון')).toEqual(['הצפון', ' ', 'מגדל']);
  expect(directionOf(bidiText('מגדל 2'))).toBe('rtl');
});

test('Hebrew within English and English within Hebrew keep their order', () => {
  expect(runs('The שער הצפון moved')).toEqual(['The', ' ', 'הצפון', ' ', 'שער', ' ', 'moved']);
  expect(runs('מגדל Tower A')).toEqual(['Tower', ' ', 'A', ' ', 'מגדל']);
  expect(directionOf(bidiText('The שער'))).toBe('ltr');
});

test('numbers read from the left, and brackets face their words', () => {
  expect(runs('(שלב 12)')).toEqual(['(', '12', ' ', 'שלב', ')']);
  expect(runs('המרحلة ١٢'.slice(-2))).toEqual(['١', '٢']);
});

test('punctuation in Hebrew follows the Hebrew order', () => {
  expect(runs('שלב...:')).toEqual([':...', 'שלב']);
});

test('part of a text is laid out as a line of its own', () => {
  expect(runs('מגדל הצפון', [5, 10])).toEqual(['הצפון']);
  expect(runs('מגדל', [2, 2])).toEqual([]);
});

test('each letter uses the font that contains it', () => {
  expect(runsOf(bidiText('צה"ל'), [0, 4], faceOf)).toEqual([
    { text: 'ל', face: 'noto' },
    { text: '"', face: 'inter' },
    { text: 'צה', face: 'noto' },
  ]);
});
