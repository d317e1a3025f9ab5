import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Context } from '../context.ts';
import { findSession, type RequestSession } from './session.ts';

const isSecure = (config: Config) => config.publicUrl?.startsWith('https:') ?? false;

/** The prefix binds the cookie to this host and to https (RFC 6265bis, section 4.1.3). */
const cookieName = (config: Config) =>
  isSecure(config) ? '__Host-overfly_session' : 'overfly_session';

/** The session's secret as the browser sent it, or null. */
export function readToken(config: Config, request: FastifyRequest): string | null {
  const name = cookieName(config);
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=');
    if (part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim() || null;
  }
  return null;
}

/** Who the request comes from; a visitor without a session costs no look-up. */
export async function readSession(
  ctx: Pick<Context, 'config' | 'db' | 'clock'>,
  request: FastifyRequest,
): Promise<RequestSession | null> {
  const token = readToken(ctx.config, request);
  return token ? findSession(ctx.db, token, ctx.clock()) : null;
}

/** Hands the secret to the browser, or takes it back with an empty token. */
export function writeToken(
  config: Config,
  reply: FastifyReply,
  token: string,
  maxAgeSeconds: number,
) {
  const secure = isSecure(config) ? '; Secure' : '';
  reply.header(
    'set-cookie',
    `${cookieName(config)}=${token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${maxAgeSeconds}${secure}`,
  );
}
