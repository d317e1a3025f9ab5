import { expect, test } from 'vitest';
import { readableUrl } from './readable-url.ts';

test.each([
  ['/', '/'],
  ['/shared/a%20b?c=%zz', '/shared/a%20b?c=%zz'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['http://fly.example:3000/api/health?a=b', '/api/health?a=b'],
  ['https://fly.example', '/'],
  ['/shared/abc%', '/shared/abc%25'],
  ['/shared/%2', '/shared/%252'],
  ['/a%20b/%E0%A4%A?c=%20', '/a%2520b/%25E0%25A4%25A?c=%20'],
])('%s is read as %s', (url, readable) => {
  expect(readableUrl({ url })).toBe(readable);
});
