import { AppError } from '#domain/errors.ts';
import type { Config } from '#server/config.ts';
import { runAsOwner } from '../db/as-owner.ts';
import type { Database, Tx } from '../db/database.ts';
import { ownerQuery } from '../db/owner-query.ts';
import { hashToken } from '../http/session.ts';
import { createLibrary } from './library.ts';
import type { KnownAccount } from './passwords.ts';
import type { SessionToken } from './rotation.ts';

/** Where a request comes from; the address is of the connection, or of what the proxies are trusted to say. */
export type Origin = { ipAddress: string | null; userAgent: string | null };

type Proven = Pick<KnownAccount, 'id' | 'passwordHash'>;

/**
 * The hash of the password of an active person. Waits for whoever is changing the one or the other,
 * and makes them wait until the transaction ends.
 */
const PRESENT_HASH = `select a.password from auth.accounts a
  join public.profiles p on p.id = a.user_id
  where a.user_id = $1 and a.provider_id = 'credential' and p.is_active
  for share of a, p`;

/** The hash of the password of a person, held until the transaction ends. Null for a deactivated one. */
export async function holdPassword(tx: Tx, profileId: string): Promise<string | null> {
  const [row] = (await runAsOwner(tx, PRESENT_HASH, [profileId])) as { password: string }[];
  return row?.password ?? null;
}

/**
 * Opens a session by the library, which makes its secret. INVALID_CREDENTIALS for a deactivated
 * person, and when the password that was right is not the present one any more.
 */
export function createOpening(database: Database, config: Config, clock: () => Date) {
  const library = createLibrary(database, config, clock);
  return async (person: Proven, { ipAddress, userAgent }: Origin): Promise<SessionToken> => {
    const { internalAdapter } = await library.$context;
    const origin = { ipAddress: ipAddress ?? '', userAgent: (userAgent ?? '').slice(0, 500) };
    const session = (await internalAdapter.createSession(person.id, false, origin)) as {
      token: string;
    } | null;
    if (!session) throw new AppError('INVALID_CREDENTIALS');
    const { token } = session;
    await keepIfStillProven(database, person, token);
    return { token, endsAt: await endOf(database, token) };
  };
}

/**
 * Ends the new session when the password was changed, or the person deactivated, since the password
 * was found right. Asked after the session is there for all to see: a change that this does not
 * wait for comes later, and ends the session with the others.
 */
async function keepIfStillProven(database: Database, { id, passwordHash }: Proven, token: string) {
  const present = await ownerQuery<{ password: string }>(database, {
    text: PRESENT_HASH,
    values: [id],
  });
  if (present[0]?.password === passwordHash) return;
  await ownerQuery(database, {
    text: 'delete from auth.sessions where token = $1',
    values: [hashToken(token)],
  });
  throw new AppError('INVALID_CREDENTIALS');
}

/** When the new session ends, unless it is renewed. */
async function endOf(database: Database, token: string): Promise<Date> {
  const [session] = await ownerQuery<{ expires_at: Date }>(database, {
    text: 'select expires_at from auth.sessions where token = $1',
    values: [hashToken(token)],
  });
  if (!session) throw new AppError('INVALID_CREDENTIALS');
  return session.expires_at;
}
