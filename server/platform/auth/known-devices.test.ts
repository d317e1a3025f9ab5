import { expect, test } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import { createKnownDevices } from './known-devices.ts';

const DAY_MS = 86_400_000;
const [ADA, GRACE] = ['ada@overfly.example', 'grace@overfly.example'];

function make(secretKey = 'a secret key of this test') {
  const clock = createTestClock();
  return { clock, ...createKnownDevices(secretKey, clock.now) };
}
const { find, remember } = make();

test('a browser is known only for the account that signed in', () => {
  const { token, maxAgeSeconds } = remember(null, ADA, 'password');
  expect(find(token, ADA)).toEqual({ id: expect.stringMatching(/^[\w-]{16}$/), proof: 'password' });
  expect(find(token, GRACE)).toBeNull();
  expect(maxAgeSeconds).toBe(180 * 86_400);
});

test('the cookie does not reveal the address', () => {
  expect(remember(null, ADA, 'password').token).not.toMatch(/ada|overfly|@/);
});

test.each([
  ['no cookie', null],
  ['an empty cookie', ''],
  ['a random cookie', 'password.x.y.z~~....'],
  ['a cookie with another key', make('another secret key').remember(null, ADA, 'password').token],
  [
    'a cookie with another expiry',
    remember(null, ADA, 'password').token.replace(/\.[^.]+\.(?=\w+$)/, '.zzzzzzzzz.'),
  ],
  ['a cookie with another proof', remember(null, ADA, 'mail').token.replace('mail', 'code')],
])('no browser is recognized by %s', (_what, cookie) => {
  expect(find(cookie, ADA)).toBeNull();
});

test('a browser is known for 180 days after the last sign-in', () => {
  const { clock, ...devices } = make();
  const { token } = devices.remember(null, ADA, 'password');
  clock.advance(180 * DAY_MS - 1);
  expect(devices.find(token, ADA)).not.toBeNull();
  clock.advance(1);
  expect(devices.find(token, ADA)).toBeNull();
});

test('a shared browser is known for up to five people', () => {
  let cookie = '';
  const people = [1, 2, 3, 4, 5, 6].map((n) => `person${n}@overfly.example`);
  for (const email of people) cookie = remember(cookie, email, 'password').token;
  expect(people.map((email) => find(cookie, email) !== null)).toEqual([
    false,
    true,
    true,
    true,
    true,
    true,
  ]);
  expect(cookie.length).toBeLessThan(600);
});

test('each sign-in starts a new count; a link on a known browser does not', () => {
  const first = remember(null, ADA, 'mail').token;
  const again = remember(first, ADA, 'mail').token;
  expect(find(again, ADA)).toEqual(find(first, ADA));
  const signedIn = remember(again, ADA, 'code').token;
  expect(find(signedIn, ADA)).toMatchObject({ proof: 'code' });
  expect(find(signedIn, ADA)?.id).not.toBe(find(first, ADA)?.id);
  expect(find(remember(signedIn, ADA, 'mail').token, ADA)).toEqual(find(signedIn, ADA));
  expect(find(remember(signedIn, ADA, 'password').token, ADA)).toMatchObject({ proof: 'password' });
});
