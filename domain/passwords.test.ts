import { describe, expect, test } from 'vitest';
import { isCommonPassword, NewPassword, PASSWORD_RULE } from './passwords.ts';

describe('a password that is tried first by everybody', () => {
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
  ])('is refused: %s', (password) => {
    expect(isCommonPassword(password)).toBe(true);
    expect(NewPassword.safeParse(password).success).toBe(false);
  });
});

describe('any other of ten characters', () => {
  test.each([
    'correct horse battery',
    'overfly-demo-2026',
    'summer in waco',
    'crane 7 at dawn',
    'kx93-plfw-2210',
    'пароль на стройке',
    'passwort-vom-kran',
  ])('is taken: %s', (password) => {
    expect(NewPassword.parse(password)).toBe(password);
  });
});

test('one of nine characters is refused in words', () => {
  const { error } = NewPassword.safeParse('kx93-plfw');
  expect(error?.issues[0]?.message).toBe('Use at least 10 characters.');
  expect(PASSWORD_RULE).toContain('At least 10 characters');
});

test('a megabyte made to be hard to judge is refused for its length alone', () => {
  const { error } = NewPassword.safeParse(`abcd${'1'.repeat(1_000_000)}b`);
  expect(error?.issues).toMatchObject([{ code: 'too_big', maximum: 200 }]);
});

test('a password that is too short is called short, not common', () => {
  for (const password of ['', 'aaaa', '12345678']) {
    const { error } = NewPassword.safeParse(password);
    expect(error?.issues.map(({ message }) => message)).toEqual(['Use at least 10 characters.']);
  }
});

describe('the letters of a password', () => {
  test.each([
    [
      'ten signs that are five letters',
      'e\u0301o\u0302u\u0308a\u0300i\u0308',
      'Use at least 10 characters.',
    ],
    [
      'a common one in wide letters',
      'ｐａｓｓｗｏｒｄ１２３',
      'This is one of the most common passwords. Choose another.',
    ],
  ])('are judged in their normal form: %s', (_what, password, words) => {
    expect(NewPassword.safeParse(password).error?.issues.map(({ message }) => message)).toEqual([
      words,
    ]);
  });
});
