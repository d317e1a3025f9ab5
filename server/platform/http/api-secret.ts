import type { FastifyRequest } from 'fastify';
import { TOKEN_MARK } from '#domain/api-tokens.ts';

/** The secret of an API token that the request comes with, or null; what proxies put there is none of ours. */
export function apiSecretOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const secret = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1];
  return secret?.startsWith(TOKEN_MARK) ? secret : null;
}
