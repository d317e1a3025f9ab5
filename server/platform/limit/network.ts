import { isIPv6 } from 'node:net';

/** Some proxies add a port: '192.0.2.1:4711', '[2001:db8::9]:4711'. */
const ADDRESS_WITH_PORT = /^(?:(\d+\.\d+\.\d+\.\d+)(?::\d+)?|\[([^\]]+)\](?::\d+)?)$/;

/** What one party is assumed to own: an IPv4 address, or an IPv6 /64 (RFC 6177). */
export function networkOf(named: string): string {
  const [, v4, v6] = ADDRESS_WITH_PORT.exec(named) ?? [];
  const address = v4 ?? v6 ?? named;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const [left, right] = bare.split('::').map((side) => side.split(':').filter(Boolean));
  const given = [...(left ?? []), ...(right ?? [])].length;
  const groups = [...(left ?? []), ...Array<string>(8 - given).fill('0'), ...(right ?? [])];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}
