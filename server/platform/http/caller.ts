import type { FastifyRequest } from 'fastify';
import type { TokenScope } from '#domain/api-tokens.ts';
import { AppError } from '#domain/errors.ts';
import { mustSetUpSecondFactor, type RequestSession } from '../auth/sessions/session.ts';
import type { Context } from '../context.ts';
import { apiSecretOf, readSession } from './cookie.ts';

type Needs = Pick<Context, 'config' | 'sessions' | 'auth'>;

/** What tells who a request comes from. */
export type Asking = Pick<FastifyRequest, 'headers' | 'ip'>;

/**
 * Who the request comes from: by an API token if there is one, whatever cookie is beside it, or else by the
 * cookie. Whoever takes a token here must ask for its scope. TOKEN_NOT_VALID, or RATE_LIMITED after many of them.
 */
export async function readCaller(ctx: Needs, request: Asking): Promise<RequestSession | null> {
  const secret = apiSecretOf(request);
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

/** Refuses an API token without the scope; `null` is open to no token, and people in sessions need none. */
export function assertScope(
  session: Pick<RequestSession, 'scopes'> | null,
  scope: TokenScope | 'any' | null,
): void {
  const scopes = session?.scopes;
  if (!scopes || scope === 'any') return;
  if (scope === null) throw new AppError('TOKEN_NOT_TAKEN');
  if (!scopes.includes(scope))
    throw new AppError('TOKEN_SCOPE_MISSING', `This needs an API token with the scope ${scope}.`);
}
