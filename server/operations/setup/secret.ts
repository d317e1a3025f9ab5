import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '#server/platform/crypto.ts';

const NONCE_BYTES = 12;
const NONCE_LENGTH = 16;

const sealed = (secretKey: string, nonce: string) =>
  nonce + Buffer.from(keyedHash(secretKey, 'setup', [nonce]), 'hex').toString('base64url');

/** Any process with the same secret key accepts it, so nothing needs to be stored. */
export const newSetupSecret = (secretKey: string): string =>
  sealed(secretKey, randomBytes(NONCE_BYTES).toString('base64url'));

export function isSetupSecret(secretKey: string, secret: string): boolean {
  const given = Buffer.from(secret);
  const expected = Buffer.from(sealed(secretKey, secret.slice(0, NONCE_LENGTH)));
  return given.length === expected.length && timingSafeEqual(given, expected);
}
