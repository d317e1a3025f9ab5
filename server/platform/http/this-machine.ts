import type { IncomingMessage } from 'node:http';

/** Headers that proxies add. Proxies that add none of these use HTTP/1.0. */
const PROXY_HEADERS = /^(forwarded|via|x-real-ip|x-forwarded-.+|cf-.+)$/;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

export const hostName = (host = ''): string | undefined =>
  /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase();

export const isLocalName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  LOOPBACK.test(name.replace(/^\[|\]$/g, ''));

export const bareAddress = (address = ''): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

type Request = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/** Excludes proxied requests and DNS rebinding. A tunnel that ends on this machine can't be detected. */
export function isFromThisMachine({ headers, httpVersion, socket }: Request): boolean {
  return (
    LOOPBACK.test(bareAddress(socket.remoteAddress)) &&
    isLocalName(hostName(headers.host) ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => PROXY_HEADERS.test(name))
  );
}
