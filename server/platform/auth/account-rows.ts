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
export type AccountRows = ReturnType<typeof createAccountRows>;

export function createAccountRows(clock: () => Date) {
  return {
    /**
     * Makes an account in the caller's transaction, where its profile belongs too: without one nobody
     * can sign in. ALREADY_REGISTERED when the address belongs to somebody; the transaction is lost.
     */
    createAccount: (tx: Tx, account: NewAccount) =>
      refuseTaken(() => insertAccount(tx, { ...account, createdAt: clock() })),
    setPassword: updatePassword,
    markVerified: updateVerified,
    isVerified: async (tx: Tx, profileId: string) =>
      (await listVerified(tx, [profileId])).some(({ emailVerified }) => emailVerified),
    hasPassword: async (tx: Tx, profileId: string) =>
      (await listVerified(tx, [profileId])).some(({ hasPassword }) => hasPassword),
    /** Of these people, those of whose address nobody has shown that it is theirs. */
    async unverifiedOf(tx: Tx, profileIds: readonly string[]) {
      const people = await listVerified(tx, profileIds);
      return new Set(people.filter(({ emailVerified }) => !emailVerified).map(({ id }) => id));
    },
    /** Changes the address, in the profile too. ALREADY_REGISTERED; the transaction is lost. */
    setEmail: (tx: Tx, profileId: string, email: string) =>
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
