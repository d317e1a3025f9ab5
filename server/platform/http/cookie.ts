import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { TOKEN_PREFIX } from '#domain/api-tokens.ts';
import type { Proof } from '../auth/known-devices.ts';
import type { Context } from '../context.ts';
import { mustSetUpSecondFactor, type RequestSession } from '../auth/sessions/session.ts';

export const isSecure = (config: Config) => config.publicUrl?.startsWith('https:') ?? false;

/** `sign_in` is for the step between password and code; `devices` lists the accounts that know this browser. */
type CookieKind = 'session' | 'sign_in' | 'provider' | 'devices';

/** The prefix binds the cookie to this host and https (RFC 6265bis, section 4.1.3). */
const cookieName = (config: Config, kind: CookieKind) =>
  `${isSecure(config) ? '__Host-' : ''}overfly_${kind}`;

export function readToken(
  config: Config,
  request: Pick<FastifyRequest, 'headers'>,
  kind: CookieKind = 'session',
): string | null {
  return findCookie(request.headers.cookie, cookieName(config, kind));
}

/** Cookie header (RFC 6265, section 4.2.1). */
export function findCookie(cookies: string | undefined, name: string): string | null {
  for (const part of (cookies ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || null;
  }
  return null;
}

/** Returns null for an API token. People who must set up a second factor count as anonymous. */
export async function readSession(
  ctx: Pick<Context, 'config' | 'sessions'>,
  request: Pick<FastifyRequest, 'headers'>,
): Promise<RequestSession | null> {
  const token = readApiToken(request) === null ? readToken(ctx.config, request) : null;
  const session = token ? await ctx.sessions.find(token) : null;
  return session && mustSetUpSecondFactor(ctx.config, session)
    ? { ...session, viewer: { kind: 'anonymous' } }
    : session;
}

/** An empty token deletes the cookie. */
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

export function rememberDevice({ ctx, request, reply }: Exchange, email: string, proof: Proof) {
  const before = readToken(ctx.config, request, 'devices');
  writeToken(ctx.config, reply, ctx.auth.devices.remember(before, email, proof), 'devices');
}

/** Returns null for other credentials, such as a proxy's. */
export function readApiToken({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const secret = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return secret?.startsWith(TOKEN_PREFIX) ? secret : null;
}
