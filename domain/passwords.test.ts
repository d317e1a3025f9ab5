import { describe, expect, test } from 'vitest';
import { isCommonPassword, NewPassword, PASSWORD_RULE } from './passwords.ts';

describe('a common password', () => {
  test.each([
    'password123',
    'Password1234',
    'P@ssw0rd123',
    'passwordpassword',
    '1234567890',
    '0987654321',
    '12345678910',
    '1234512345',
    'qwertyuiop',
    'QWERTY12345',
    'q1w2e3r4t5',
    '1qaz2wsx3edc',
    'iloveyou12',
    'letmein2026!',
    '!!welcome!!',
    'admin12345',
    'aaaaaaaaaa',
    'abababababab',
    'abcdefghij',
    'zyxwvutsrq',
    'Summer2026!',
    'test test test',
    'overfly2026',
  ])('is rejected: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(NewPassword.safeParse(password).success).toBe(false);
  });
});

describe('another password of at least ten characters', () => {
  test.each([
    'correct horse battery',
    'overfly-demo-2026',
    'summer in waco',
    'crane 7 at dawn',
    'kx93-plfw-2210',
    'пароль на стройке',
    'passwort-vom-kran',
  ])('is accepted: %s', (password) => {
    expect(NewPassword.parse(password)).toBe(password);
  });
});

test('rejects nine characters with a message', () => {
  const { error } = NewPassword.safeParse('kx93-plfw');
  expect(error?.issues[0]?.message).toBe('Use at least 10 characters.');
  expect(PASSWORD_RULE).toContain('At least 10 characters');
});

test('rejects a megabyte by its length alone', () => {
  const { error } = NewPassword.safeParse(`abcd${'1'.repeat(1_000_000)}b`);
  expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 200 }]);
});

test('reports a short password as short, not as common', () => {
  for (const password of ['', 'aaaa', '12345678']) {
    const { error } = NewPassword.safeParse(password);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Use at least 10 characters.']);
  }
});

describe('a password in another Unicode form', () => {
  test.each([
    [
      'ten characters that form five letters',
      'e\u0301o\u0302u\u0308a\u0300i\u0308',
      'Use at least 10 characters.',
    ],
    [
      'a common one in full-width letters',
      'ｐａｓｓｗｏｒｄ１２３',
      'This is one of the most common passwords. Choose another.',
    ],
  ])('is checked in its normal form: %s', (_what, password, words) => {
    expect(NewPassword.safeParse(password).error?.issues.map(({ message }) => message)).toEqual([
      words,
    ]);
  });
});
