/** Null for an invalid URL. Some supported browsers lack `URL.parse`. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

const HOST = /^(?:[a-z\d_-]+(?:\.[a-z\d_-]+)*|\[[\da-f:.]+\])$/;

/** Null unless https. URLs allow hosts such as `a.com;b` or `*.a.com`, which would change a CSP. */
export function policyOrigin(address: string): string | null {
  const { protocol, hostname, username, password, origin } = parseUrl(address) ?? {};
  if (protocol !== 'https:' || hostname === undefined || origin === undefined) return null;
  return HOST.test(hostname) && username === '' && password === '' ? origin : null;
}
