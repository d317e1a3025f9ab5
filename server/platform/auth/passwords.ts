import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../db/database.ts';
import { findAccount } from './queries.ts';

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation for argon2id: 19 MiB. */
const RECOMMENDED_COST: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Matches no password. It's checked for unknown accounts so that they take as long as known ones. */
const dummyHash = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$rQKQS9DrAPsZsrR8t/MvgQ$2LmSPCjIzGqrrnCJAXNB3SaUbxi5z31bz6cqt3Kj3V0`;

/** Some systems encode 'é' as one character, others as two (RFC 8265, section 4.2). */
const normalizePassword = (password: string) => password.normalize('NFKC');

/** Returns an argon2id hash (the package's default) in PHC string format. */
export const hashPassword = (password: string, cost = RECOMMENDED_COST) =>
  hash(normalizePassword(password), cost);

/** Also tries the password as typed, which is what earlier versions hashed. */
export async function matchesPassword(hashed: string, password: string): Promise<boolean> {
  const same = normalizePassword(password);
  return (await verify(hashed, same)) || (same !== password && (await verify(hashed, password)));
}

/** `passwordHash` is the one that matched; it may have changed since. */
export type VerifiedAccount = { id: string; hasSecondFactor: boolean; passwordHash: string };

/** Returns null unless the account is active and the password is right. Takes equally long for unknown addresses. */
export async function checkPassword(
  database: Database,
  email: string,
  password: string,
  cost = RECOMMENDED_COST,
): Promise<VerifiedAccount | null> {
  const account = await findAccount(database, email);
  const isRight = await matchesPassword(account?.passwordHash ?? dummyHash(cost), password);
  if (!isRight || !account?.passwordHash || !account.isActive) return null;
  const { id, hasSecondFactor, passwordHash } = account;
  return { id, hasSecondFactor, passwordHash };
}
