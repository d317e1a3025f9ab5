import { expect, test } from 'vitest';
import { ROBOTS } from '#test/fixtures/robots.ts';
import { isHumanVisit, referrerSiteOf } from './human-visit.ts';

const PHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
const visit = (headers: Record<string, string>, method = 'GET') =>
  isHumanVisit({ method, headers });

test.each([
  PHONE,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 9; CUBOT X19 Build/PPR1) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/99.0.4844.88 Mobile Safari/537.36',
  `${PHONE} Line/15.2.0`,
  `${PHONE} [LinkedInApp]/9.31`,
  `${PHONE} Twitter for iPhone/11.2`,
])('a browser counts: %s', (agent) => {
  expect(visit({ 'user-agent': agent })).toBe(true);
  expect(visit({ 'user-agent': agent, 'sec-fetch-dest': 'document' })).toBe(true);
});

test.each([
  ...ROBOTS,
  'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  'curl/8.10.1',
  'python-requests/2.32',
  '',
])("a program doesn't count: %j", (agent) => {
  expect(visit({ 'user-agent': agent })).toBe(false);
});

test("a request without a user agent doesn't count", () => {
  expect(visit({})).toBe(false);
});

test("HEAD doesn't count", () => {
  expect(visit({ 'user-agent': PHONE }, 'HEAD')).toBe(false);
});

test.each([
  ['sec-purpose', 'prefetch'],
  ['sec-purpose', 'prefetch;prerender'],
  ['purpose', 'prefetch'],
  ['x-moz', 'prefetch'],
  ['x-purpose', 'preview'],
])("a prefetched page doesn't count: %s: %s", (name, value) => {
  expect(visit({ 'user-agent': PHONE, [name]: value })).toBe(false);
});

test("a page fetched by a script doesn't count", () => {
  expect(visit({ 'user-agent': PHONE, 'sec-fetch-dest': 'empty' })).toBe(false);
});

test('only the site of an external referrer is kept', () => {
  const siteOf = (referer: string) =>
    referrerSiteOf({ headers: { referer }, host: 'photos.example' });
  expect(siteOf('https://mail.example.com/inbox?message=7#secret')).toBe('mail.example.com');
  expect(siteOf('https://photos.example/dashboard/sharing')).toBeNull();
  for (const odd of ['', 'about:blank', 'android-app://com.slack/']) expect(siteOf(odd)).toBeNull();
});
