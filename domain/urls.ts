/** Null for an invalid URL. Some supported browsers lack `URL.parse`. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** A name, an IPv4 address, or a bracketed IPv6 address. */
const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/;

/**
 * The origin of an https URL, safe to use in a Content Security Policy; otherwise null. URLs allow hosts such as
 * `a.com;b` or `*.a.com`, which would add a directive or a wildcard.
 */
export function policyOrigin(address: string): string | null {
  const { protocol, hostname, username, password, origin } = parseUrl(address) ?? {};
  if (protocol !== 'https:' || hostname === undefined || origin === undefined) return null;
  return HOST.test(hostname) && username === '' && password === '' ? origin : null;
}
