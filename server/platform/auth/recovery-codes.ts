import { randomBytes } from 'node:crypto';
import { keyedHash } from '../crypto.ts';
import { runAsOwner } from '../db/as-owner.ts';
import type { Tx } from '../db/database.ts';

const COUNT = 10;
/** Letters and digits that nobody mixes up when writing them down. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const LENGTH = 10;

/** A code as people type it: in any case, with spaces and dashes. */
export const bare = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

/** Codes that sign in once each when the authenticator app is lost; the database keeps hashes. */
export function createRecoveryCodes(secretKey: string) {
  const hashOf = (profileId: string, code: string) =>
    keyedHash(secretKey, 'recovery-code', [profileId, bare(code)]);

  const drop = async (tx: Tx, profileId: string) =>
    void (await runAsOwner(tx, 'delete from auth.recovery_codes where user_id = $1', [profileId]));

  return {
    drop,
    /** Uses one up. False when it is none of theirs, or was used before. */
    async take(tx: Tx, profileId: string, code: string): Promise<boolean> {
      const used = await runAsOwner(
        tx,
        'delete from auth.recovery_codes where user_id = $1 and code = $2 returning code',
        [profileId, hashOf(profileId, code)],
      );
      return used.length > 0;
    },
    /** New ones in the place of those there were. */
    async renew(tx: Tx, profileId: string): Promise<string[]> {
      const codes = Array.from({ length: COUNT }, makeCode);
      await drop(tx, profileId);
      await runAsOwner(
        tx,
        'insert into auth.recovery_codes (user_id, code) select $1, unnest($2::text[])',
        [profileId, codes.map((code) => hashOf(profileId, code))],
      );
      return codes;
    },
  };
}

/** Ten characters, 49 bits, in two groups. */
function makeCode(): string {
  // Bytes above the last whole multiple would make some letters more likely than others.
  const limit = 256 - (256 % ALPHABET.length);
  let code = '';
  while (code.length < LENGTH) {
    const [byte = limit] = randomBytes(1);
    if (byte < limit) code += ALPHABET[byte % ALPHABET.length];
  }
  return `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`;
}
