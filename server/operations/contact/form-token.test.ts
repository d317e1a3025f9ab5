import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createFormTokens, isProof } from './form-token.ts';

const tokens = createFormTokens('a secret key that only these tests use');
const START = new Date('2026-11-20T10:00:00Z');
const later = (seconds: number) => new Date(START.getTime() + seconds * 1000);
const token = tokens.issue(START);

test.each([
  ['is accepted after the time that people need', 3, []],
  ['is accepted within a day', 86_400, []],
  ['is suspected when it is sent immediately', 2, ['too-fast']],
  ['is suspected when it comes from the future', -60, ['too-fast']],
  ['is suspected after a day', 86_401, ['too-old']],
])('a form %s', (_name, seconds, reasons) => {
  expect(tokens.read(token, later(seconds))).toEqual({
    formId: expect.stringMatching(/./),
    reasons,
  });
});

test('a missing, foreign or altered token is suspected and has no id', () => {
  const at = later(60);
  const [issued = '', id = '', signature = ''] = token.split('.');
  const older = `${(START.getTime() - 1000).toString(36)}.${id}.${signature}`;
  const foreign = createFormTokens('another secret key for these tests').issue(START);
  expect(tokens.read(undefined, at)).toEqual({ formId: null, reasons: ['no-token'] });
  for (const bad of ['', 'x', '..', older, `${issued}.other.${signature}`, foreign]) {
    expect(tokens.read(bad, at).formId).toBeNull();
    expect(tokens.read(bad, at).reasons).not.toEqual([]);
  }
});

test('two forms loaded at the same moment have different tokens', () => {
  expect(tokens.issue(START)).not.toBe(tokens.issue(START));
});

const solve = (bits: number) => {
  const isSolved = (proof: number) =>
    BigInt(`0x${hash('sha256', `${token}:${proof}`)}`) >> BigInt(256 - bits) === 0n;
  let proof = 0;
  while (!isSolved(proof)) proof++;
  return String(proof);
};

test('a proof of work is valid for its own token and the required number of bits', () => {
  const proof = solve(10);
  expect(isProof(token, proof, 10)).toBe(true);
  expect(isProof(token, proof, 24)).toBe(false);
  expect(isProof(`${token}x`, proof, 24)).toBe(false);
  expect(isProof(token, undefined, 10)).toBe(false);
  expect(isProof(token, undefined, 0)).toBe(true);
});
