import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKey } from './crypto.ts';

const PERIOD_MS = 6 * 3600 * 1000;

export type Signer = {
  /**
   * Returns '<expiry>-<signature>', valid for one to two periods. Stays the same within a period, for browser caches.
   */
  sign(path: string, periodMs?: number): string;
  verify(path: string, seal: string): boolean;
};

/** HMAC-SHA-256 (RFC 2104) with a derived key. */
export function createSigner(secretKey: string, now: () => number): Signer {
  // A key object, because HMAC with raw bytes takes eight times as long.
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
