import { AppError } from '#domain/errors.ts';
import { brokenConstraint } from '../db/constraint.ts';
import type { Tx } from '../db/database.ts';
import {
  insertAccount,
  listVerified,
  updateEmail,
  updatePassword,
  updateVerified,
} from './queries.ts';

export type NewAccount = {
  /** In small letters. */
  email: string;
  emailVerified: boolean;
  /** Null for somebody who signs in with the provider only, until they set one by a link. */
  passwordHash: string | null;
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
  setPassword(
    tx: Tx,
    profileId: string,
    passwordHash: string | null,
    present?: string,
  ): Promise<boolean>;
  hasPassword(tx: Tx, profileId: string): Promise<boolean>;
  /** Notes that mail to the address arrives. False when the account has another address by now. */
  markVerified(tx: Tx, profileId: string, email: string): Promise<boolean>;
  isVerified(tx: Tx, profileId: string): Promise<boolean>;
  /** Of these people, those of whose address nobody has shown that it is theirs. */
  unverifiedOf(tx: Tx, profileIds: readonly string[]): Promise<Set<string>>;
  /** Changes the address, in the profile too. ALREADY_REGISTERED; the transaction is lost. */
  setEmail(tx: Tx, profileId: string, email: string): Promise<void>;
};

export function createAccountRows(clock: () => Date): AccountRows {
  return {
    createAccount: (tx, account) =>
      refuseTaken(() => insertAccount(tx, { ...account, createdAt: clock() })),
    setPassword: updatePassword,
    markVerified: updateVerified,
    isVerified: async (tx, profileId) =>
      (await listVerified(tx, [profileId])).some(({ emailVerified }) => emailVerified),
    hasPassword: async (tx, profileId) =>
      (await listVerified(tx, [profileId])).some(({ hasPassword }) => hasPassword),
    async unverifiedOf(tx, profileIds) {
      const people = await listVerified(tx, profileIds);
      return new Set(people.filter(({ emailVerified }) => !emailVerified).map(({ id }) => id));
    },
    setEmail: (tx, profileId, email) =>
      refuseTaken(async () => void (await updateEmail(tx, profileId, email, clock()))),
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
