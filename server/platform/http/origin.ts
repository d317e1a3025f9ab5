import type { Socket } from 'node:net';
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

/** Names that every machine has for itself. */
const isLoopbackName = (name: string) =>
  /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(name) || name.endsWith('.localhost');

/** Whether an address of the site leads nobody but this machine to it. */
export const isLocalUrl = (url: string): boolean => isLoopbackName(new URL(url).hostname);

/** The name in a Host header; undefined when it holds something else. */
const hostName = (host: string): string | undefined =>
  /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase();

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
  const isOurs =
    name !== undefined && (isLoopbackName(name) || name === urlName(raw.socket.localAddress));
  return isOurs ? `${protocol}://${host}` : fixed;
}

/** An address of a socket as it stands in a URL. */
const urlName = (address = '') => {
  const bare = address.replace(/^::ffff:(?=\d+\.)/, '').replace(/%.*$/, '');
  return bare.includes(':') ? `[${bare}]` : bare;
};

type Settings = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/**
 * What links in mails begin with that open an account. Never taken from a request: whoever asks for
 * a mail to somebody else names any host they like.
 */
export function mailOrigin({ publicUrl, host, port }: Settings) {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return publicUrl ?? `http://${isThisMachine ? 'localhost' : host}:${port}`;
}
