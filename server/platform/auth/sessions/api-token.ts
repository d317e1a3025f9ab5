import { randomBytes } from 'node:crypto';
import { TOKEN_PREFIX, TokenScope } from '#domain/api-tokens.ts';
import { hashToken } from '../../crypto.ts';
import type { Database } from '../../db/database.ts';
import { personOf, viewerOfPerson, type RequestSession } from './session.ts';
import { findTokenByHash, findTokenById, recordTokenUse, type TokenRow } from './queries.ts';

const RECORD_USE_EVERY_MS = 60_000;
const VISIBLE_PREFIX_LENGTH = 6;
const NEVER_EXPIRES = new Date('9999-12-31T23:59:59Z');

export function newApiSecret() {
  const secret = TOKEN_PREFIX + randomBytes(32).toString('base64url');
  const prefix = secret.slice(0, TOKEN_PREFIX.length + VISIBLE_PREFIX_LENGTH);
  return { secret, prefix, tokenHash: hashToken(secret) };
}

/**
 * Returns null if the token is unknown or expired, or the person is deactivated. Records its use at most once a minute.
 */
export async function findApiToken(
  database: Database,
  secret: string,
  now: Date,
): Promise<RequestSession | null> {
  const row = await findTokenByHash(database, hashToken(secret), now);
  if (!row) return null;
  if (now.getTime() - (row.lastUsedAt?.getTime() ?? 0) >= RECORD_USE_EVERY_MS)
    await recordTokenUse(database, row.tokenId, now);
  return sessionOf(row);
}

export async function findApiTokenById(
  database: Database,
  id: string,
  now: Date,
): Promise<RequestSession | null> {
  const row = await findTokenById(database, id, now);
  return row ? sessionOf(row) : null;
}

function sessionOf(row: TokenRow): RequestSession {
  const { tokenId, tokenName, expiresAt, hasSecondFactor, seenCompanyId } = row;
  const user = personOf(row);
  return {
    sessionId: tokenId,
    renewAt: expiresAt,
    needsRefresh: false,
    endsAt: expiresAt ?? NEVER_EXPIRES,
    user,
    hasSecondFactor,
    viewer: viewerOfPerson(user.id, user.role, seenCompanyId, { id: tokenId, name: tokenName }),
    // Drops scopes from other versions of Overfly.
    scopes: row.scopes.filter((scope) => TokenScope.safeParse(scope).success) as TokenScope[],
  };
}
