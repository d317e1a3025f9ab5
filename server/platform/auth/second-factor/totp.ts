import { createHmac, timingSafeEqual } from 'node:crypto';

const STEP_SECONDS = 30;
const DIGITS = 6;
/** How many steps a code may be early or late, because clocks differ. */
const WINDOW_STEPS = 1;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

const stepAt = (now: Date) => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** RFC 6238 with SHA-1, which every authenticator app supports. */
export function codeOfStep(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const offset = (digest.at(-1) ?? 0) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

export function stepOfCode(secret: Buffer, code: string, now: Date): number | null {
  const given = Buffer.from(code);
  for (let step = stepAt(now) + WINDOW_STEPS; step >= stepAt(now) - WINDOW_STEPS; step--) {
    const right = Buffer.from(codeOfStep(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) return step;
  }
  return null;
}

/** RFC 4648 without padding. */
export function toBase32(bytes: Buffer): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => BASE32[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** Key URI format of Google Authenticator. */
export function setupAddress(input: { issuer: string; account: string; secret: Buffer }): string {
  const label = `${encodeURIComponent(input.issuer)}:${encodeURIComponent(input.account)}`;
  const secret = toBase32(input.secret);
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(input.issuer)}`;
}
