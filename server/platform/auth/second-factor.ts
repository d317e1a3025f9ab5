import { randomBytes } from 'node:crypto';
import { AppError } from '#domain/errors.ts';
import { createCipher } from '../crypto.ts';
import { runAsOwner } from '../db/as-owner.ts';
import type { Tx } from '../db/database.ts';
import { bare, createRecoveryCodes } from './recovery-codes.ts';
import { setupAddress, stepOfCode, toBase32 } from './totp.ts';

const SECRET_BYTES = 20;
const HOLD = `select 1 from auth.second_factors f join auth.users u on u.id = f.user_id
  where f.user_id = $1 and u.has_second_factor for update of f`;

/** Codes of an authenticator app, and recovery codes for when it is lost. */
export type SecondFactor = {
  /** Makes a secret, which counts after `confirm`. `address` is what the QR code holds. */
  begin(
    tx: Tx,
    person: { id: string; email: string },
  ): Promise<{ secret: string; address: string }>;
  /** Switches it on with a code of it. Returns the recovery codes. CODE_NOT_VALID. */
  confirm(tx: Tx, profileId: string, code: string): Promise<string[]>;
  /** Uses up a code of the app or a recovery code. False when it is neither, or was used before. */
  use(tx: Tx, profileId: string, code: string): Promise<boolean>;
  /** New recovery codes instead of the old ones. */
  renewCodes(tx: Tx, profileId: string): Promise<string[]>;
  switchOff(tx: Tx, profileId: string): Promise<void>;
  state(tx: Tx, profileId: string): Promise<{ isOn: boolean; recoveryCodesLeft: number }>;
  /** Whether it is on; if so it is held until the transaction ends, so that one changes it at a time. */
  hold(tx: Tx, profileId: string): Promise<boolean>;
};

type Options = { secretKey: string; issuer: string; clock: () => Date };

export function createSecondFactor({ secretKey, issuer, clock }: Options): SecondFactor {
  const cipher = createCipher(secretKey, 'second-factor');
  const recoveryCodes = createRecoveryCodes(secretKey);

  async function takeAppCode(tx: Tx, profileId: string, code: string): Promise<boolean> {
    const rows = await runAsOwner(tx, 'select secret from auth.second_factors where user_id = $1', [
      profileId,
    ]);
    const [row] = rows as { secret: string }[];
    const secret = row && cipher.decrypt(row.secret, profileId);
    const step = secret ? stepOfCode(Buffer.from(secret, 'base64url'), bare(code), clock()) : null;
    if (step === null) return false;
    const used = await runAsOwner(
      tx,
      'update auth.second_factors set last_step = $2 where user_id = $1 and last_step < $2 returning user_id',
      [profileId, step],
    );
    return used.length > 0;
  }

  const setOn = (tx: Tx, profileId: string, isOn: boolean) =>
    runAsOwner(tx, 'update auth.users set has_second_factor = $2 where id = $1', [profileId, isOn]);

  return {
    async begin(tx, { id, email }) {
      const secret = randomBytes(SECRET_BYTES);
      const kept = cipher.encrypt(secret.toString('base64url'), id);
      // One that is on already stays: it has to be switched off first.
      const made = await runAsOwner(
        tx,
        `insert into auth.second_factors (user_id, secret, created_at)
         select id, $2, $3 from auth.users where id = $1 and not has_second_factor
         on conflict (user_id) do update set secret = excluded.secret, last_step = 0, created_at = excluded.created_at
         returning user_id`,
        [id, kept, clock()],
      );
      if (made.length === 0) throw new AppError('SECOND_FACTOR_IS_ON');
      return {
        secret: toBase32(secret),
        address: setupAddress({ issuer, account: email, secret }),
      };
    },
    async confirm(tx, profileId, code) {
      if (!(await takeAppCode(tx, profileId, code))) throw new AppError('CODE_NOT_VALID');
      await setOn(tx, profileId, true);
      return recoveryCodes.renew(tx, profileId);
    },
    use: async (tx, profileId, code) =>
      (await takeAppCode(tx, profileId, code)) || recoveryCodes.take(tx, profileId, code),
    renewCodes: (tx, profileId) => recoveryCodes.renew(tx, profileId),
    async switchOff(tx, profileId) {
      // First, as in confirm: who comes second finds no secret, or waits and switches off.
      await runAsOwner(tx, 'delete from auth.second_factors where user_id = $1', [profileId]);
      await setOn(tx, profileId, false);
      await recoveryCodes.drop(tx, profileId);
    },
    async state(tx, profileId) {
      const [row] = await runAsOwner(
        tx,
        `select has_second_factor as on, (select count(*)::int from auth.recovery_codes where user_id = $1) as codes
         from auth.users where id = $1`,
        [profileId],
      );
      const { on = false, codes = 0 } = (row ?? {}) as { on?: boolean; codes?: number };
      return { isOn: on, recoveryCodesLeft: codes };
    },
    hold: async (tx, profileId) => (await runAsOwner(tx, HOLD, [profileId])).length > 0,
  };
}
