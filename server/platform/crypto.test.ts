import { expect, test } from 'vitest';
import { createCipher, keyedHash } from './crypto.ts';

const SECRET = 'a secret key of at least thirty-two characters';

test('encrypted text can be decrypted with the same context', () => {
  const cipher = createCipher(SECRET, 'share-token');
  const sealed = cipher.encrypt('tøken', 'row 1');
  expect(sealed).not.toContain('tøken');
  expect(cipher.decrypt(sealed, 'row 1')).toBe('tøken');
});

test('encrypting the same text twice gives different bytes', () => {
  const cipher = createCipher(SECRET, 'share-token');
  expect(cipher.encrypt('token', 'row 1')).not.toBe(cipher.encrypt('token', 'row 1'));
});

test.each([
  [
    'another context',
    (sealed: string) => createCipher(SECRET, 'share-token').decrypt(sealed, 'row 2'),
  ],
  ['another purpose', (sealed: string) => createCipher(SECRET, 'mail').decrypt(sealed, 'row 1')],
  [
    'another secret key',
    (sealed: string) => createCipher(`${SECRET}!`, 'share-token').decrypt(sealed, 'row 1'),
  ],
  [
    'a changed byte',
    (sealed: string) => {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes[14] = (bytes[14] ?? 0) ^ 1;
      return createCipher(SECRET, 'share-token').decrypt(bytes.toString('base64url'), 'row 1');
    },
  ],
  [
    'a truncated text',
    (sealed: string) => createCipher(SECRET, 'share-token').decrypt(sealed.slice(0, 20), 'row 1'),
  ],
])('decryption fails with %s', (_case, open) => {
  const sealed = createCipher(SECRET, 'share-token').encrypt('token', 'row 1');
  expect(open(sealed)).toBeNull();
});

test('a keyed hash depends on the key, the purpose and the boundaries of its parts', () => {
  const hash = keyedHash(SECRET, 'visitor', ['1.2.3.4', 'Firefox']);
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(keyedHash(SECRET, 'visitor', ['1.2.3.4', 'Firefox'])).toBe(hash);
  expect(keyedHash(`${SECRET}!`, 'visitor', ['1.2.3.4', 'Firefox'])).not.toBe(hash);
  expect(keyedHash(SECRET, 'other', ['1.2.3.4', 'Firefox'])).not.toBe(hash);
  expect(keyedHash(SECRET, 'visitor', ['1.2.3.4F', 'irefox'])).not.toBe(hash);
});
