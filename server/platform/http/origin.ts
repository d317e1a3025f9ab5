import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { bareAddress, hostName, isLocalName } from './this-machine.ts';

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

type Named = Pick<FastifyRequest, 'protocol' | 'host'> & {
  readonly raw: { readonly socket: Pick<Socket, 'localAddress'> };
};

/**
 * What the product's addresses begin with: scheme, host and port. Without a public address, those that
 * were asked for if they are this machine's. A request names any host it likes, and others follow it.
 */
export function publicOrigin(config: Settings, { protocol, host, raw }: Named): string {
  const fixed = mailOrigin(config);
  if (config.publicUrl !== null) return fixed;
  const name = hostName(host);
  const here = bareAddress(raw.socket.localAddress);
  const isOurs = name !== undefined && (isLocalName(name) || [here, `[${here}]`].includes(name));
  return isOurs ? `${protocol}://${host}` : fixed;
}

type Settings = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/**
 * What links in mails begin with that open an account. Never taken from a request: whoever asks for
 * a mail to somebody else names any host they like.
 */
export function mailOrigin({ publicUrl, host, port }: Settings) {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return publicUrl ?? `http://${isThisMachine ? 'localhost' : host}:${port}`;
}
