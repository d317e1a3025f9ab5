import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * False for a request that changes something, or opens the live channel, and comes from another
 * site's page. Browsers always name the origin of such requests; other programs send none. Ours is
 * the public address, or the host that was asked for.
 */
export function isOwnOrigin(
  request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>,
  publicUrl: string | null,
): boolean {
  const opensChannel = request.headers.upgrade !== undefined;
  if (SAFE_METHODS.has(request.method) && !opensChannel) return true;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const theirs = new URL(origin);
  const ours = publicUrl === null ? null : new URL(publicUrl);
  if (theirs.origin === ours?.origin) return true;
  // Without encryption a page of our name may be anybody's who is on the way.
  if (ours?.protocol === 'https:' && theirs.origin === `http://${ours.host}`) return false;
  return theirs.host === request.host;
}

/** What the product's addresses begin with, as people outside see it: scheme, host and port. */
export const publicOrigin = (
  config: Pick<Config, 'publicUrl'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): string => config.publicUrl ?? `${request.protocol}://${request.host}`;

/**
 * What links in mails begin with that open an account. Never taken from a request: whoever asks for
 * a mail to somebody else names any host they like.
 */
export function mailOrigin({ publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>) {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return publicUrl ?? `http://${isThisMachine ? 'localhost' : host}:${port}`;
}
