import { createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { FORM_AGE, type SpamReason } from '#domain/contact.ts';
import { deriveKey } from '#server/platform/crypto.ts';

export type FormTokens = {
  /** Returns '<time>.<random id>.<signature>'. */
  issue(now: Date): string;
  /** `formId` is null if the token isn't ours. */
  read(token: string | undefined, now: Date): { formId: string | null; reasons: SpamReason[] };
};

/** Proves that a form was loaded before it was sent. Signed with HMAC-SHA-256 (RFC 2104). */
export function createFormTokens(secretKey: string): FormTokens {
  const key = deriveKey(secretKey, 'contact-form');
  const sign = (body: string) =>
    createHmac('sha256', key).update(body).digest('base64url').slice(0, 32);

  return {
    issue(now) {
      const body = `${now.getTime().toString(36)}.${randomBytes(12).toString('base64url')}`;
      return `${body}.${sign(body)}`;
    },
    read(token, now) {
      if (!token) return { formId: null, reasons: ['no-token'] };
      const [issued = '', formId = '', signature = ''] = token.split('.');
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(`${issued}.${formId}`));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        return { formId: null, reasons: ['bad-token'] };
      }
      const age = (now.getTime() - Number.parseInt(issued, 36)) / 1000;
      if (age < FORM_AGE.min) return { formId, reasons: ['too-fast'] };
      return { formId, reasons: age > FORM_AGE.max ? ['too-old'] : [] };
    },
  };
}

/** Whether the SHA-256 of 'token:proof' starts with `bits` zero bits (as in Hashcash). */
export function isProof(token: string, proof: string | undefined, bits: number): boolean {
  if (bits === 0) return true;
  if (!proof) return false;
  const digest = hash('sha256', `${token}:${proof}`, 'buffer');
  return Math.clz32(digest.readUInt32BE(0)) >= bits;
}
