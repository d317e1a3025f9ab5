import { hash, verify } from '@node-rs/argon2';
import type { Database } from '../db/database.ts';
import { findAccount } from './queries.ts';

export type PasswordCost = { memoryCost: number; timeCost: number; parallelism: number };

/** OWASP's recommendation for argon2id: 19 MiB. */
const RECOMMENDED: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Matches no password; verified for unknown accounts so that they take equally long. */
const dummyHash = ({ memoryCost, timeCost, parallelism }: PasswordCost) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$rQKQS9DrAPsZsrR8t/MvgQ$2LmSPCjIzGqrrnCJAXNB3SaUbxi5z31bz6cqt3Kj3V0`;

/** Systems encode 'é' as one character or two (RFC 8265, section 4.2). */
const normalized = (password: string) => password.normalize('NFKC');

/** argon2id (the package's default) in PHC string format. */
export const hashPassword = (password: string, cost = RECOMMENDED) =>
  hash(normalized(password), cost);

/** Earlier versions hashed the password as typed. */
export async function isPasswordOf(hashed: string, password: string): Promise<boolean> {
  const same = normalized(password);
  return (await verify(hashed, same)) || (same !== password && (await verify(hashed, password)));
}

/** `passwordHash` is the one that matched; it may have changed since. */
export type VerifiedAccount = { id: string; hasSecondFactor: boolean; passwordHash: string };

/** Null unless the account is active and the password right. Takes as long for unknown addresses. */
export async function checkPassword(
  database: Database,
  email: string,
  password: string,
  cost = RECOMMENDED,
): Promise<VerifiedAccount | null> {
  const account = await findAccount(database, email);
  const isRight = await isPasswordOf(account?.passwordHash ?? dummyHash(cost), password);
  if (!isRight || !account?.passwordHash || !account.isActive) return null;
  const { id, hasSecondFactor, passwordHash } = account;
  return { id, hasSecondFactor, passwordHash };
}
