import { expect, test } from 'vitest';
import { parseStorable, storable } from './storable-text.ts';

test('removes NUL and replaces half a surrogate pair', () => {
  expect(storable('a\0b\ud800c\ud83d\ude00')).toBe('ab\ufffdc😀');
});

test('cleans text at any depth of JSON', () => {
  const json = String.raw`{"files":[{"name":"DJI\u0000_1\uD800.JPG","note":"\ud83d\ude00 \\u0000"}],"size":1}`;
  expect(parseStorable(json)).toEqual({
    files: [{ name: 'DJI_1\ufffd.JPG', note: String.raw`😀 \u0000` }],
    size: 1,
  });
});
