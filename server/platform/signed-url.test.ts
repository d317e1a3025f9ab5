import { expect, test } from 'vitest';
import { createSigner } from './signed-url.ts';

const SECRET = 'a secret key of at least thirty-two characters';
const HOUR = 3_600_000;
const NOON = Date.UTC(2026, 10, 20, 12);

function signerAt(start: number, secretKey = SECRET) {
  let now = start;
  return { signer: createSigner(secretKey, () => now), moveTo: (time: number) => (now = time) };
}

test('a signature is valid only for its path', () => {
  const { signer } = signerAt(NOON);
  const seal = signer.sign('f/1');
  expect(signer.verify('f/1', seal)).toBe(true);
  expect(signer.verify('f/2', seal)).toBe(false);
  expect(signerAt(NOON, `${SECRET}!`).signer.verify('f/1', seal)).toBe(false);
});

test('a signature stays the same for a period and is valid for one to two', () => {
  const { signer, moveTo } = signerAt(NOON);
  const seal = signer.sign('f/1');
  moveTo(NOON + 5.9 * HOUR);
  expect(signer.sign('f/1')).toBe(seal);
  moveTo(NOON + 6 * HOUR);
  expect(signer.sign('f/1')).not.toBe(seal);
  moveTo(NOON + 11.9 * HOUR);
  expect(signer.verify('f/1', seal)).toBe(true);
  moveTo(NOON + 12 * HOUR);
  expect(signer.verify('f/1', seal)).toBe(false);
});

test('a longer period is possible', () => {
  const { signer, moveTo } = signerAt(NOON);
  const seal = signer.sign('downloads/1', 168 * HOUR);
  moveTo(NOON + 168 * HOUR);
  expect(signer.verify('downloads/1', seal)).toBe(true);
  moveTo(NOON + 336 * HOUR);
  expect(signer.verify('downloads/1', seal)).toBe(false);
});

test.each(['', '-', 'x', 'zzzzzzzzz-', `zzzzzzzzz-${'A'.repeat(32)}`, `${'é'.repeat(16)}-`])(
  'an invalid signature is refused: %j',
  (seal) => {
    expect(signerAt(NOON).signer.verify('f/1', seal)).toBe(false);
  },
);

test('the expiry cannot be changed', () => {
  const { signer } = signerAt(NOON);
  const [, signature] = signer.sign('f/1').split('-');
  expect(signer.verify('f/1', `${(NOON + 1e10).toString(36)}-${signature}`)).toBe(false);
});
