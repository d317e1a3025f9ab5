import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './crypto.ts';

/** Addresses of pictures: long enough to cache, short enough that a lost one is soon of no use. */
const PERIOD_MS = 6 * 3600 * 1000;

export type Signer = {
  /**
   * '<expiry>-<signature>' for a path. It lives at least `periodMs` (6 hours unless told) and at most
   * twice as long, and stays the same within a period, so that browsers can cache.
   */
  sign(path: string, periodMs?: number): string;
  /** True when the seal was made here for this path and has not expired. */
  verify(path: string, seal: string): boolean;
};

/** Seals addresses with HMAC-SHA-256 under a key derived from the secret key (RFC 2104, RFC 5869). */
export function createSigner(secretKey: string, now: () => number): Signer {
  // Once: it is a key object, since from bytes HMAC costs eight times as much.
  const key = deriveKey(secretKey, 'signed-url');
  const mac = (path: string, expiry: string) =>
    createHmac('sha256', key).update(`${expiry}\n${path}`).digest('base64url').slice(0, 32);

  return {
    sign(path, periodMs = PERIOD_MS) {
      const expiry = ((Math.floor(now() / periodMs) + 2) * periodMs).toString(36);
      return `${expiry}-${mac(path, expiry)}`;
    },
    verify(path, seal) {
      const dash = seal.indexOf('-');
      const expiry = seal.slice(0, Math.max(0, dash));
      const expected = Buffer.from(mac(path, expiry));
      const given = Buffer.from(seal.slice(dash + 1));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number.parseInt(expiry, 36) > now();
    },
  };
}
