import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** HKDF-SHA-256 (RFC 5869), 256 bits. */
export const deriveKey = (secretKey: string, purpose: string) =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secretKey, '', purpose, 32)));

export type Cipher = {
  /** Returns base64url of nonce, ciphertext and tag; decrypting needs the same `context`. */
  encrypt(text: string, context: string): string;
  /** Returns null if the key or context differs, or the text was changed. */
  decrypt(sealed: string, context: string): string | null;
};

/** AES-256-GCM (NIST SP 800-38D) with a random nonce. */
export function createCipher(secretKey: string, purpose: string): Cipher {
  const key = deriveKey(secretKey, purpose);
  return {
    encrypt(text, context) {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url');
    },
    decrypt(sealed, context) {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      const iv = bytes.subarray(0, IV_BYTES);
      const tag = bytes.subarray(-TAG_BYTES);
      const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(context))
        .setAuthTag(tag);
      try {
        const body = decipher.update(bytes.subarray(IV_BYTES, -TAG_BYTES));
        return Buffer.concat([body, decipher.final()]).toString('utf8');
      } catch {
        return null;
      }
    },
  };
}

/** HMAC-SHA-256 of the parts in hex. It can't be computed without the secret key. */
export function keyedHash(secretKey: string, purpose: string, parts: readonly string[]): string {
  const hmac = createHmac('sha256', deriveKey(secretKey, purpose));
  return hmac.update(JSON.stringify(parts)).digest('hex');
}

/** For entity tags: SHA-256 in base64url, truncated to 132 bits. */
export const hashBytes = (bytes: Buffer | string) =>
  hash('sha256', bytes, 'base64url').slice(0, 22);

export const hashToken = (token: string) => hash('sha256', token);
