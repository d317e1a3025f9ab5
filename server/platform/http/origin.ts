import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Config } from '#server/config.ts';
import { bareAddress, hostName, isLocalName } from './this-machine.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Returns false if another site's page tries to change something or open a live channel. Programs other than browsers
 * send no Origin header.
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
  // Without https, anyone on the network could serve a page under our name.
  if (ours?.protocol === 'https:' && theirs.origin === `http://${ours.host}`) return false;
  return theirs.host === request.host;
}

type Named = Pick<FastifyRequest, 'protocol' | 'host'> & {
  readonly raw: { readonly socket: Pick<Socket, 'localAddress'> };
};

/** Without PUBLIC_URL, accepts only this machine's names, because clients can send any Host header. */
export function publicOrigin(config: Settings, { protocol, host, raw }: Named): string {
  const fixed = mailOrigin(config);
  if (config.publicUrl !== null) return fixed;
  const name = hostName(host);
  const here = bareAddress(raw.socket.localAddress);
  const isOurs = name !== undefined && (isLocalName(name) || [here, `[${here}]`].includes(name));
  return isOurs ? `${protocol}://${host}` : fixed;
}

type Settings = Pick<Config, 'publicUrl' | 'host' | 'port'>;

/** For links in emails. Never taken from a request, because its sender could choose any host. */
export function mailOrigin({ publicUrl, host, port }: Settings) {
  const isThisMachine = ['127.0.0.1', '0.0.0.0', '::', '::1'].includes(host);
  return publicUrl ?? `http://${isThisMachine ? 'localhost' : host}:${port}`;
}
