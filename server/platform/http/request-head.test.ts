import { expect, test } from 'vitest';
import { isAmbiguous, decodableUrl } from './request-head.ts';

const withHost = (host: string, httpVersion = '1.1') =>
  isAmbiguous({ headers: { host }, rawHeaders: ['Host', host], httpVersion });

test.each([
  'photos.example',
  'photos.example:8080',
  'build_1.internal:3000',
  '127.0.0.1:4400',
  '[::1]:3000',
  'xn--mnchen-3ya.example',
  'm%C3%BCnchen.example',
  '',
])('the host %j is valid', (host) => {
  expect(withHost(host)).toBe(false);
});

test.each([
  'a b',
  'a/b',
  'me@photos.example',
  'photos.example:80a',
  'photos.example:80:80',
  'http://photos.example',
  '[::1',
  '::1',
  'a%zz',
  'photos.example?x',
])('the host %j is invalid', (host) => {
  expect(withHost(host)).toBe(true);
});

test('only HTTP/1.0 may omit the host', () => {
  const without = (httpVersion: string) =>
    isAmbiguous({ headers: {}, rawHeaders: ['Accept', '*/*'], httpVersion });
  expect([without('1.0'), without('1.1')]).toEqual([false, true]);
});

test('only single-value fields are checked, ignoring case', () => {
  const twice = (one: string, two: string) =>
    isAmbiguous({
      headers: { host: 'a' },
      rawHeaders: ['host', 'a', one, 'x', two, 'x'],
      httpVersion: '1.1',
    });
  expect(twice('HOST', 'Accept')).toBe(true);
  expect(twice('Upload-Offset', 'upload-offset')).toBe(true);
  expect(twice('Accept', 'accept')).toBe(false);
});

test.each([
  ['/', '/'],
  ['/shared/a%20b?c=%zz', '/shared/a%20b?c=%zz'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['http://fly.example:3000/api/health?a=b', '/api/health?a=b'],
  ['https://fly.example', '/'],
  ['/shared/abc%', '/shared/abc%25'],
  ['/shared/%2', '/shared/%252'],
  ['/a%20b/%E0%A4%A?c=%20', '/a%2520b/%25E0%25A4%25A?c=%20'],
])('%s is decoded as %s', (url, readable) => {
  expect(decodableUrl({ url })).toBe(readable);
});
