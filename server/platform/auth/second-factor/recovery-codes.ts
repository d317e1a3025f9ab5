import { randomBytes } from 'node:crypto';
import { keyedHash } from '../../crypto.ts';
import type { Tx } from '../../db/database.ts';
import { insertRecoveryCodes, removeRecoveryCodes, takeRecoveryCode } from './queries.ts';

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

  return {
    /** Uses one up. False when it is none of theirs, or was used before. */
    take: (tx: Tx, profileId: string, code: string): Promise<boolean> =>
      takeRecoveryCode(tx, profileId, hashOf(profileId, code)),
    /** New ones in the place of those there were. */
    async renew(tx: Tx, profileId: string): Promise<string[]> {
      const codes = Array.from({ length: COUNT }, makeCode);
      await removeRecoveryCodes(tx, profileId);
      const hashes = codes.map((code) => hashOf(profileId, code));
      await insertRecoveryCodes(tx, profileId, hashes);
      return codes;
    },
    drop: removeRecoveryCodes,
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
