import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { TOKEN_MARK } from '#domain/api-tokens.ts';
import type { Proof } from '../auth/known-devices.ts';
import type { Context } from '../context.ts';
import { mustSetUpSecondFactor, type RequestSession } from '../auth/sessions/session.ts';

/** Whether the product is reached by https only. */
export const isSecure = (config: Config) => config.publicUrl?.startsWith('https:') ?? false;

/**
 * `sign_in` holds the step between password and code, `provider` a sign-in that the provider is busy with,
 * `devices` the accounts that know the browser.
 */
type CookieKind = 'session' | 'sign_in' | 'provider' | 'devices';

/** The prefix binds the cookie to this host and to https (RFC 6265bis, section 4.1.3). */
const cookieName = (config: Config, kind: CookieKind) =>
  `${isSecure(config) ? '__Host-' : ''}overfly_${kind}`;

/** The secret of the session, or of another kind, as the browser sent it, or null. */
export function readToken(
  config: Config,
  request: Pick<FastifyRequest, 'headers'>,
  kind: CookieKind = 'session',
): string | null {
  return cookieIn(request.headers.cookie, cookieName(config, kind));
}

/** A cookie of a Cookie header (RFC 6265, section 4.2.1), or null. */
export function cookieIn(cookies: string | undefined, name: string): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || null;
  }
  return null;
}

/**
 * Whose session the request comes in; a visitor without one costs no look-up, and neither does a program, whose
 * API token counts before any cookie (see caller.ts). Whoever must set up a
 * second factor first is shown nothing but their own account.
 */
export async function readSession(
  ctx: Pick<Context, 'config' | 'sessions'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<RequestSession | null> {
  const token = apiSecretOf(request) === null ? readToken(ctx.config, request) : null;
  const session = token ? await ctx.sessions.find(token) : null;
  return session && mustSetUpSecondFactor(ctx.config, session)
    ? { ...session, viewer: { kind: 'anonymous' } }
    : session;
}

/** Hands the secret to the browser, or takes it back with an empty token. */
export function writeToken(
  config: Config,
  reply: FastifyReply,
  { token, maxAgeSeconds }: { token: string; maxAgeSeconds: number },
  kind: CookieKind = 'session',
) {
  const secure = isSecure(config) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(config, kind)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}

type Exchange = {
  ctx: Pick<Context, 'config' | 'auth'>;
  request: FastifyRequest;
  reply: FastifyReply;
};

/** Lets the browser be known from now on as one of the account of an address, also once signed out. */
export function rememberDevice({ ctx, request, reply }: Exchange, email: string, proof: Proof) {
  const before = readToken(ctx.config, request, 'devices');
  writeToken(ctx.config, reply, ctx.auth.devices.remember(before, email, proof), 'devices');
}

/** The secret of an API token that the request comes with, or null; what proxies put there is none of ours. */
export function apiSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const secret = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return secret?.startsWith(TOKEN_MARK) ? secret : null;
}
