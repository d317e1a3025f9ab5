import { expect, test } from 'vitest';
import { isAmbiguous } from './request-head.ts';

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

test('only HTTP/1.0 does without a host', () => {
  const without = (httpVersion: string) =>
    isAmbiguous({ headers: {}, rawHeaders: ['Accept', '*/*'], httpVersion });
  expect([without('1.0'), without('1.1')]).toEqual([false, true]);
});

test('fields are compared without case, and only those that may stand once', () => {
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
