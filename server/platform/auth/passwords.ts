import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../db/database.ts';
import { findAccount } from './queries.ts';

/** What one guess costs: KiB of memory, passes over it, lanes. A hash carries the cost it was made at. */
export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** What OWASP recommends for argon2id: 19 MiB, two passes, one lane. */
const RECOMMENDED: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash of nothing that anybody knows: checked where there is none, so that it takes as long. */
const nobodys = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$rQKQS9DrAPsZsrR8t/MvgQ$2LmSPCjIzGqrrnCJAXNB3SaUbxi5z31bz6cqt3Kj3V0`;

/** The same letters in the same bytes: systems write 'é' as one sign or as two (RFC 8265, section 4.2). */
const normalised = (password: string) => password.normalize('NFKC');

/** argon2id (the package's default) in the PHC string format. */
export const hashPassword = (password: string, cost = RECOMMENDED) =>
  hash(normalised(password), cost);

/**
 * Whether a password is the one that hashPassword made `hashed` of; also as it was typed, which is what
 * earlier versions hashed.
 */
export async function isPasswordOf(hashed: string, password: string): Promise<boolean> {
  const same = normalised(password);
  return (await verify(hashed, same)) || (same !== password && (await verify(hashed, password)));
}

/** An account that a password was right for, and the hash it was right for: the password may change. */
export type KnownAccount = { id: string; hasSecondFactor: boolean; passwordHash: string };

/**
 * The active account of an address, if the password is right; null otherwise. Takes as long for an
 * address that is not known as for a wrong password, if hashes are made at that cost.
 */
export async function checkPassword(
  database: Database,
  email: string,
  password: string,
  cost = RECOMMENDED,
): Promise<KnownAccount | null> {
  const account = await findAccount(database, email);
  const isRight = await isPasswordOf(account?.passwordHash ?? nobodys(cost), password);
  if (!isRight || !account?.passwordHash || !account.isActive) return null;
  const { id, hasSecondFactor, passwordHash } = account;
  return { id, hasSecondFactor, passwordHash };
}
