import { describe, expect, test } from 'vitest';
import { codeOfStep, setupAddress, stepOfCode, toBase32 } from './totp.ts';

/** RFC 6238, appendix B (SHA-1); we use the last six digits. */
const SECRET = Buffer.from('12345678901234567890');
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i seconds match the RFC', (seconds, code) => {
    expect(codeOfStep(SECRET, Math.floor(seconds / 30))).toBe(code);
    expect(stepOfCode(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  test('of the previous and next step are accepted, older and newer ones are not', () => {
    const code = codeOfStep(SECRET, 1000);
    const steps = [998, 999, 1000, 1001, 1002].map((step) =>
      stepOfCode(SECRET, code, at(step * 30)),
    );
    expect(steps).toEqual([null, 1000, 1000, 1000, null]);
  });

  test.each(['', '12345', '1234567', 'abcdef', '２８７０８２'])('never match %j', (code) => {
    expect(stepOfCode(SECRET, code, at(59))).toBeNull();
  });
});

test.each([
  ['', ''],
  ['f', 'MY'],
  ['foobar', 'MZXW6YTBOI'],
])('%j in base 32 is %j, as in RFC 4648', (text, encoded) => {
  expect(toBase32(Buffer.from(text))).toBe(encoded);
});

test('the setup URL contains the escaped issuer and account', () => {
  const address = setupAddress({ issuer: 'Sky & Co', account: 'a@b.example', secret: SECRET });
  expect(address).toBe(
    'otpauth://totp/Sky%20%26%20Co:a%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Sky%20%26%20Co',
  );
});
