import { createHmac } from 'node:crypto';

/** The code that an authenticator app shows for a base 32 secret; implemented independently of the product. */
export function appCode(secret: string, at: Date): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = secret
    .split('')
    .map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0'));
  const bytes = bits.join('').match(/.{8}/g) ?? [];
  const key = Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeUInt32BE(Math.floor(at.getTime() / 30_000), 4);
  const digest = createHmac('sha1', key).update(counter).digest();
  const number = digest.readUInt32BE((digest[19] ?? 0) & 15) & 0x7fffffff;
  return String(number).slice(-6).padStart(6, '0');
}
