import { AppError } from '#domain/errors.ts';
import { runAsOwner } from '../db/as-owner.ts';
import { brokenConstraint } from '../db/constraint.ts';
import type { Tx } from '../db/database.ts';

export type NewAccount = {
  /** In small letters. */
  email: string;
  name: string;
  emailVerified: boolean;
  passwordHash: string;
};

/** What is kept of an account to sign in with; changed in the caller's transaction. */
export type AccountRows = {
  /**
   * Makes an account in the caller's transaction, where its profile belongs too: without one nobody
   * can sign in. ALREADY_REGISTERED when the address belongs to somebody; the transaction is lost.
   */
  createAccount(tx: Tx, account: NewAccount): Promise<{ id: string }>;
  /**
   * Sets the password; with `present`, only while that is still the hash of the present one: whoever
   * gave it may have lost the account since. False when it is not.
   */
  setPassword(tx: Tx, profileId: string, passwordHash: string, present?: string): Promise<boolean>;
  /** Notes that mail to the address arrives. False when the account has another address by now. */
  markVerified(tx: Tx, profileId: string, email: string): Promise<boolean>;
  isVerified(tx: Tx, profileId: string): Promise<boolean>;
  /** Of these people, those of whose address nobody has shown that it is theirs. */
  unverifiedOf(tx: Tx, profileIds: readonly string[]): Promise<Set<string>>;
  /** Changes the address, in the profile too. ALREADY_REGISTERED; the transaction is lost. */
  setEmail(tx: Tx, profileId: string, email: string): Promise<void>;
};

/** The rows that the library expects of an account with a password. */
const INSERT_ACCOUNT = `with made as (
    insert into auth.users (email, name, email_verified, created_at, updated_at)
    values ($1, $2, $3, $5, $5) returning id
  )
  insert into auth.accounts (user_id, account_id, provider_id, password, created_at, updated_at)
  select id, id::text, 'credential', $4, $5, $5 from made
  returning user_id as id`;

const SET_EMAIL = `with account as (
    update auth.users set email = $2, email_verified = true, updated_at = $3 where id = $1
  )
  update public.profiles set email = $2, updated_at = $3 where id = $1`;

export function createAccountRows(clock: () => Date): AccountRows {
  return {
    createAccount: (tx, { email, name, emailVerified, passwordHash }) =>
      refuseTaken(async () => {
        const values = [email, name, emailVerified, passwordHash, clock()];
        const [account] = (await runAsOwner(tx, INSERT_ACCOUNT, values)) as { id: string }[];
        if (!account) throw new Error('The account was not made.');
        return account;
      }),
    async setPassword(tx, profileId, passwordHash, present) {
      const set = await runAsOwner(
        tx,
        `update auth.accounts set password = $2, updated_at = $3
         where user_id = $1 and provider_id = 'credential' and ($4::text is null or password = $4)
         returning id`,
        [profileId, passwordHash, clock(), present ?? null],
      );
      return set.length > 0;
    },
    async markVerified(tx, profileId, email) {
      const marked = await runAsOwner(
        tx,
        `update auth.users set email_verified = true, updated_at = $3
         where id = $1 and email = $2 returning id`,
        [profileId, email, clock()],
      );
      return marked.length > 0;
    },
    async isVerified(tx, profileId) {
      const text = 'select 1 from auth.users where id = $1 and email_verified';
      return (await runAsOwner(tx, text, [profileId])).length > 0;
    },
    async unverifiedOf(tx, profileIds) {
      const text = 'select id from auth.users where id = any($1) and not email_verified';
      const rows = (await runAsOwner(tx, text, [profileIds])) as { id: string }[];
      return new Set(rows.map(({ id }) => id));
    },
    setEmail: (tx, profileId, email) =>
      refuseTaken(async () => void (await runAsOwner(tx, SET_EMAIL, [profileId, email, clock()]))),
  };
}

async function refuseTaken<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const broken = brokenConstraint(error);
    if (broken === 'users_email_key' || broken === 'profiles_email_key') {
      throw new AppError('ALREADY_REGISTERED');
    }
    throw error;
  }
}
