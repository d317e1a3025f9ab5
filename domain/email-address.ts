import { parseUrl } from './urls.ts';

/** Characters that end a host name in a URL or can't be part of one. */
const NON_HOST_CHARACTER = /[\s/?#:@\\%[\]]/;

export function asciiDomain(domain: string): string {
  // eslint-disable-next-line no-control-regex -- matches ASCII
  if (/^[\x00-\x7f]*$/.test(domain) || NON_HOST_CHARACTER.test(domain)) return domain;
  return parseUrl(`http://${domain}/`)?.hostname || domain;
}

/** Mail servers need the ASCII form (RFC 5891, UTS 46): 'ann@bücher.example' becomes 'ann@xn--bcher-kva.example'. */
export function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  return at < 1 ? address : `${address.slice(0, at)}@${asciiDomain(address.slice(at + 1))}`;
}

/** ASCII only before the '@', since few mail servers accept more (RFC 6531). Top-level domains may be international. */
export const EMAIL_PATTERN =
  /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+(?:[a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i;
