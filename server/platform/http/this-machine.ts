import type { IncomingMessage } from 'node:http';

/** What programs in between say that they are. Some say nothing, but speak the HTTP of before 1997. */
const OF_PROXIES = /^(forwarded|via|x-real-ip|x-forwarded-.+|cf-.+)$/;

const LOOPBACK = /^(127(\.\d{1,3}){3}|::1)$/;

/** The name in a Host header; undefined when it holds something else. */
export const hostName = (host = ''): string | undefined =>
  /^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.exec(host)?.[1]?.toLowerCase();

/** Whether a name, as it stands in a URL, is every machine's for itself. */
export const isLocalName = (name: string): boolean =>
  name === 'localhost' ||
  name.endsWith('.localhost') ||
  LOOPBACK.test(name.replace(/^\[|\]$/g, ''));

/** An address of a socket without what Node says beside it: the family, the network card. */
export const bareAddress = (address = ''): string =>
  address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');

type Request = Pick<IncomingMessage, 'headers' | 'httpVersion'> & {
  socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

/**
 * Whether a request comes from a program on this machine that asked for it by such a name. That a proxy
 * here passes on is not, nor that of a page whose name leads here (DNS rebinding), nor that from outside
 * of a container. A tunnel that ends on this machine cannot be told from a program.
 */
export function isFromThisMachine({ headers, httpVersion, socket }: Request): boolean {
  return (
    LOOPBACK.test(bareAddress(socket.remoteAddress)) &&
    isLocalName(hostName(headers.host) ?? '') &&
    httpVersion !== '1.0' &&
    !Object.keys(headers).some((name) => OF_PROXIES.test(name))
  );
}
