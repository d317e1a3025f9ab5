import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#domain/api-tokens.ts';
import { AppError } from '#domain/errors.ts';
import { mustSetUpSecondFactor, type RequestSession } from '../auth/sessions/session.ts';
import type { Context } from '../context.ts';
import { readApiToken, readSession } from './cookie.ts';

type Needs = Pick<Context, 'config' | 'sessions' | 'auth'>;

export type RequestSource = Pick<FastifyRequest, 'headers' | 'ip'>;

/**
 * An API token takes precedence over the cookie; callers must check its scope. Throws TOKEN_NOT_VALID or RATE_LIMITED.
 */
export async function readSessionOrToken(
  ctx: Needs,
  request: RequestSource,
): Promise<RequestSession | null> {
  const secret = readApiToken(request);
  if (secret === null) return readSession(ctx, request);
  const session = await ctx.sessions.findApiToken(secret);
  if (!session) {
    await ctx.auth.limits.wrongToken(request.ip);
    throw new AppError('TOKEN_NOT_VALID');
  }
  return mustSetUpSecondFactor(ctx.config, session)
    ? { ...session, viewer: { kind: 'anonymous' } }
    : session;
}

/** If `scope` is null, API tokens aren't allowed. */
export function assertScope(
  session: Pick<RequestSession, 'scopes'> | null,
  scope: TokenScope | 'any' | null,
): void {
  const scopes = session?.scopes;
  if (!scopes || scope === 'any') return;
  if (scope === null) throw new AppError('TOKEN_NOT_TAKEN');
  if (!scopes.includes(scope))
    throw new AppError(
      'TOKEN_SCOPE_MISSING',
      `This operation requires an API token with the ${scope} scope.`,
    );
}
