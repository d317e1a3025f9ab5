import { expect, test } from 'vitest';
import { parseStorable, storable } from './storable-text.ts';

test('NUL is left out, half a surrogate pair is replaced, a whole one is kept', () => {
  expect(storable('a\0b\ud800c\ud83d\ude00')).toBe('ab\ufffdc😀');
});

test('so it is in JSON, however deep', () => {
  const json = String.raw`{"files":[{"name":"DJI\u0000_1\uD800.JPG","note":"\ud83d\ude00 \\u0000"}],"size":1}`;
  expect(parseStorable(json)).toEqual({
    files: [{ name: 'DJI_1\ufffd.JPG', note: String.raw`😀 \u0000` }],
    size: 1,
  });
});
