/** The parts of an absolute address; null where it is not valid. Not every supported browser has `URL.parse`. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** What a host may consist of: a name, an IPv4 address, or an IPv6 address in brackets. */
const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/;

/**
 * The origin of an https address, safe as a source of a Content Security Policy; null for anything else. URLs allow
 * hosts like `a.com;b` or `*.a.com`, which would add a directive or a wildcard to the policy.
 */
export function policyOrigin(address: string): string | null {
  const { protocol, hostname, username, password, origin } = parseUrl(address) ?? {};
  if (protocol !== 'https:' || hostname === undefined || origin === undefined) return null;
  return HOST.test(hostname) && username === '' && password === '' ? origin : null;
}
