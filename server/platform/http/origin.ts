import type { FastifyRequest } from 'fastify';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * False for a request that changes something, or opens the live channel, and comes from another
 * site's page. Browsers always name the origin of such requests; other programs send none.
 */
export function isOwnOrigin(request: Pick<FastifyRequest, 'method' | 'headers' | 'host'>): boolean {
  const opensChannel = request.headers.upgrade !== undefined;
  if (SAFE_METHODS.has(request.method) && !opensChannel) return true;
  const { origin } = request.headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host;
}
