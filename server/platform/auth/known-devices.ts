import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedHash } from '../crypto.ts';

const PROOFS = ['password', 'code', 'mail'] as const;
export type Proof = (typeof PROOFS)[number];
export type KnownDevice = { id: string; proof: Proof };

const LIFETIME_MS = 180 * 86_400_000;
const MAX_ACCOUNTS = 5;
const ID_BYTES = 12;

/** Device cookies (OWASP) outlive the session and give the owner's devices their own attempt limits. */
export type KnownDevices = ReturnType<typeof createKnownDevices>;

export function createKnownDevices(secretKey: string, clock: () => Date) {
  const entryOf = (email: string, { id, proof }: KnownDevice, until: string) => {
    const mac = keyedHash(secretKey, 'known-device', [email, proof, id, until]);
    return [proof, id, until, mac].join('.');
  };

  function deviceIn(entry: string, email: string): KnownDevice | null {
    const [given = '', id = '', until = ''] = entry.split('.');
    const proof = PROOFS.find((known) => known === given);
    if (!proof) return null;
    const [theirs, ours] = [Buffer.from(entry), Buffer.from(entryOf(email, { id, proof }, until))];
    if (theirs.length !== ours.length || !timingSafeEqual(theirs, ours)) return null;
    return Number.parseInt(until, 36) > clock().getTime() ? { id, proof } : null;
  }

  const find = (cookie: string | null, email: string) =>
    entriesIn(cookie)
      .map((entry) => deviceIn(entry, email))
      .find((device) => device !== null) ?? null;

  return {
    find,
    remember(cookie: string | null, email: string, proof: Proof) {
      // Another emailed link must not reset the count of attempts.
      const known = proof === 'mail' ? find(cookie, email) : null;
      const device = known ?? { id: randomBytes(ID_BYTES).toString('base64url'), proof };
      const until = (clock().getTime() + LIFETIME_MS).toString(36);
      const others = entriesIn(cookie).filter((entry) => !deviceIn(entry, email));
      const entries = [entryOf(email, device, until), ...others].slice(0, MAX_ACCOUNTS);
      return { token: entries.join('~'), maxAgeSeconds: LIFETIME_MS / 1000 };
    },
  };
}

const entriesIn = (cookie: string | null) =>
  (cookie ?? '').split('~', MAX_ACCOUNTS).filter(Boolean);
