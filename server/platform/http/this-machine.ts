import type { IncomingMessage } from 'node:http';

/** Headers that proxies add. Some add none, but use HTTP/1.0. */
const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+|cf-.+)$/;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/** Undefined if malformed. */
export const hostName = (host = ''): string | undefined =>
  /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase();

export const isLocalName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  LOOPBACK.test(name.replace(/^\[|\]$/g, ''));

/** Strips the IPv4-in-IPv6 prefix and the network interface. */
export const bareAddress = (address = ''): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

type Request = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * False for proxied requests, pages whose name resolves to this machine (DNS rebinding), and requests from outside a
 * container. A tunnel that ends here can't be told apart.
 */
export function isFromThisMachine({ headers, httpVersion, socket }: Request): boolean {
  return (
    LOOPBACK.test(bareAddress(socket.remoteAddress)) &&
    isLocalName(hostName(headers.host) ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => OF_PROXIES.test(name))
  );
}
