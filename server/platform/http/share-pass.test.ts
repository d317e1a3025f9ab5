import { expect, test } from 'vitest';
import { createTestClock } from '#test/clock.ts';
import { testConfig } from '#test/config.ts';
import { passCheck, passCookie } from './share-pass.ts';

const HOUR_MS = 3_600_000;
const LINK = { id: '5f0c7a52-8d1e-4b6f-9a20-5c4d3e2f1a0b', passwordHash: 'hash' };

function setUp(publicUrl: string | null = null) {
  const clock = createTestClock();
  return { config: testConfig('/nowhere', { publicUrl }), clock: () => clock.now(), time: clock };
}

test('a transfer may finish after the pass expires, unless the password changed', () => {
  const ctx = setUp();
  const assertUnlocked = passCheck(ctx, passCookie(ctx, LINK));
  ctx.time.advance(13 * HOUR_MS);
  expect(() => assertUnlocked(LINK)).not.toThrow();
  expect(() => assertUnlocked({ ...LINK, passwordHash: 'other' })).toThrow('password');
  expect(() => passCheck(ctx, passCookie(setUp(), LINK))(LINK)).toThrow('password');
});

test('the pass cookie covers all paths and is Secure on an https site', () => {
  expect(passCookie(setUp(), LINK)).toMatch(
    /^overfly_pass_\w{8}=.+; Path=\/; HttpOnly; SameSite=Lax;/,
  );
  expect(passCookie(setUp('https://photos.example'), LINK)).toMatch(
    /^__Host-overfly_pass_\w{8}=.+; Path=\/; .+; Secure$/,
  );
});

test('a pass opens only its own link', () => {
  const ctx = setUp();
  const other = { ...LINK, id: '6f0c7a52-8d1e-4b6f-9a20-5c4d3e2f1a0b' };
  const renamed = passCookie(ctx, LINK).replace('5f0c7a52', '6f0c7a52');
  expect(() => passCheck(ctx, renamed)(other)).toThrow('password');
  expect(() => passCheck(ctx, passCookie(ctx, other))(other)).not.toThrow();
});

test('a link without a password needs no pass', () => {
  expect(() => passCheck(setUp(), undefined)({ ...LINK, passwordHash: null })).not.toThrow();
  expect(() => passCheck(setUp(), undefined)(LINK)).toThrow('password');
});
