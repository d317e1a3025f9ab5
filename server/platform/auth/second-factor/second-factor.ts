import { randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { createCipher, keyedHash } from '../../crypto.ts';
import type { Tx } from '../../db/database.ts';
import {
  advanceStep,
  findSecondFactor,
  findSecret,
  lockSecondFactor,
  insertSecret,
  removeSecret,
  updateSecondFactor,
  insertRecoveryCodes,
  removeRecoveryCodes,
  takeRecoveryCode,
} from './queries.ts';
import { setupAddress, stepOfCode, toBase32 } from './totp.ts';

const CODE_COUNT = 10;
/** Excludes characters that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 10;

const normalizeCode = (code: string) => code.toLowerCase().replaceAll(/[\s-]/g, '');

function createRecoveryCodes(secretKey: string) {
  const hashOf = (profileId: string, code: string) =>
    keyedHash(secretKey, 'recovery-code', [profileId, normalizeCode(code)]);

  return {
    take: (tx: Tx, profileId: string, code: string): Promise<boolean> =>
      takeRecoveryCode(tx, profileId, hashOf(profileId, code)),
    async renew(tx: Tx, profileId: string): Promise<string[]> {
      const codes = Array.from({ length: CODE_COUNT }, makeCode);
      await removeRecoveryCodes(tx, profileId);
      const hashes = codes.map((code) => hashOf(profileId, code));
      await insertRecoveryCodes(tx, profileId, hashes);
      return codes;
    },
    drop: removeRecoveryCodes,
  };
}

function makeCode(): string {
  // Skip bytes above the last multiple of the alphabet's length, because they would make some letters more likely.
  const limit = 256 - (256 % ALPHABET.length);
  let code = '';
  while (code.length < CODE_LENGTH) {
    const [byte = limit] = randomBytes(1);
    if (byte < limit) code += ALPHABET[byte % ALPHABET.length];
  }
  return `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`;
}

const SECRET_BYTES = 20;

export type SecondFactor = ReturnType<typeof createSecondFactor>;

type Options = { secretKey: string; issuer: () => string; clock: () => Date };

export function createSecondFactor({ secretKey, issuer, clock }: Options) {
  const cipher = createCipher(secretKey, 'second-factor');
  const recoveryCodes = createRecoveryCodes(secretKey);

  async function takeAppCode(tx: Tx, profileId: string, code: string): Promise<boolean> {
    const kept = await findSecret(tx, profileId);
    const secret = kept && cipher.decrypt(kept, profileId);
    const step = secret
      ? stepOfCode(Buffer.from(secret, 'base64url'), normalizeCode(code), clock())
      : null;
    return step !== null && advanceStep(tx, profileId, step);
  }

  return {
    /** Takes effect after `confirm`. `address` is for the QR code. */
    async begin(tx: Tx, { id, email }: { id: string; email: string }) {
      const secret = randomBytes(SECRET_BYTES);
      const kept = cipher.encrypt(secret.toString('base64url'), id);
      const made = await insertSecret(tx, { userId: id, secret: kept, createdAt: clock() });
      if (!made) throw new AppError('SECOND_FACTOR_IS_ON');
      return {
        secret: toBase32(secret),
        address: setupAddress({ issuer: issuer(), account: email, secret }),
      };
    },
    /** Returns recovery codes. Throws CODE_NOT_VALID. */
    async confirm(tx: Tx, profileId: string, code: string) {
      if (!(await takeAppCode(tx, profileId, code))) throw new AppError('CODE_NOT_VALID');
      await updateSecondFactor(tx, profileId, true);
      return recoveryCodes.renew(tx, profileId);
    },
    /** Accepts app codes and recovery codes. Returns false if the code is wrong or already used. */
    use: async (tx: Tx, profileId: string, code: string) =>
      (await takeAppCode(tx, profileId, code)) || recoveryCodes.take(tx, profileId, code),
    renewCodes: (tx: Tx, profileId: string) => recoveryCodes.renew(tx, profileId),
    async switchOff(tx: Tx, profileId: string) {
      // This comes first, as in `confirm`, so that concurrent calls wait for each other.
      await removeSecret(tx, profileId);
      await updateSecondFactor(tx, profileId, false);
      await recoveryCodes.drop(tx, profileId);
    },
    state: findSecondFactor,
    hold: lockSecondFactor,
  };
}
