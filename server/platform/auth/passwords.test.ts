import { hash } from '@node-rs/argon2';
import { expect, test } from 'vitest';
import { hashPassword, matchesPassword } from './passwords.ts';

/** The same password as encoded on Windows and on macOS. */
const COMPOSED = 'grúa número siete';
const DECOMPOSED = COMPOSED.normalize('NFD');

test.each([
  [COMPOSED, DECOMPOSED],
  [DECOMPOSED, COMPOSED],
  ['ｗｉｄｅ crane seven', 'wide crane seven'],
])('a password set as %j also matches %j', async (set, given) => {
  expect(set).not.toBe(given);
  const hashed = await hashPassword(set);
  expect(await matchesPassword(hashed, given)).toBe(true);
  expect(await matchesPassword(hashed, set)).toBe(true);
  expect(await matchesPassword(hashed, `${given}!`)).toBe(false);
});

test('a password hashed before normalization still matches', async () => {
  const hashed = await hash(DECOMPOSED);
  expect(await matchesPassword(hashed, DECOMPOSED)).toBe(true);
  expect(await matchesPassword(hashed, 'grua numero siete')).toBe(false);
});
