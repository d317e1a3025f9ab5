import { AppError } from '#domain/errors.ts';
import { brokenConstraint } from '../db/constraint.ts';
import type { Tx } from '../db/database.ts';
import {
  insertAccount,
  listSignInStates,
  updateEmail,
  updatePassword,
  updateVerified,
} from './queries.ts';

export type NewAccount = {
  email: string;
  emailVerified: boolean;
  /** Null for people who sign in only with the provider. */
  passwordHash: string | null;
};

export type AccountRows = ReturnType<typeof createAccountRows>;

export function createAccountRows(clock: () => Date) {
  return {
    /**
     * The same transaction must also create the profile, or the person can't sign in. Throws ALREADY_REGISTERED, which
     * fails the transaction.
     */
    createAccount: (tx: Tx, account: NewAccount) =>
      rejectTakenEmail(() => insertAccount(tx, { ...account, createdAt: clock() })),
    setPassword: updatePassword,
    markVerified: updateVerified,
    isVerified: async (tx: Tx, profileId: string) =>
      (await listSignInStates(tx, [profileId])).some(({ emailVerified }) => emailVerified),
    hasPassword: async (tx: Tx, profileId: string) =>
      (await listSignInStates(tx, [profileId])).some(({ hasPassword }) => hasPassword),
    async unverifiedOf(tx: Tx, profileIds: readonly string[]) {
      const people = await listSignInStates(tx, profileIds);
      return new Set(people.filter(({ emailVerified }) => !emailVerified).map(({ id }) => id));
    },
    /** Also changes the profile. ALREADY_REGISTERED, which fails the transaction. */
    setEmail: (tx: Tx, profileId: string, email: string) =>
      rejectTakenEmail(async () => void (await updateEmail(tx, profileId, email, clock()))),
  };
}

async function rejectTakenEmail<T>(work: () => Promise<T>): Promise<T> {
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
