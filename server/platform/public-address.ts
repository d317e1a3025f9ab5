import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv6 } from 'node:net';

export type FoundAddress = { address: string; family: number };

/** IPv4 networks without public hosts (IANA special-purpose registry, RFC 6890). */
const RESERVED_V4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];
/** Exceptions in 2000::/3, the only assigned IPv6 space. */
const RESERVED_V6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const reserved = new BlockList();
for (const [network, bits] of RESERVED_V4) reserved.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of RESERVED_V6) reserved.addSubnet(network, bits, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

export const isPublicAddress = (address: string): boolean =>
  isIPv6(address)
    ? globalUnicast.check(address, 'ipv6') && !reserved.check(address, 'ipv6')
    : isIP(address) === 4 && !reserved.check(address, 'ipv4');

/** Rejects with `refusal` if any address isn't public: a name that resolves to both kinds is an attack. */
export async function publicAddressesOf(host: string, refusal: Error): Promise<FoundAddress[]> {
  const found = await addressesOf(host);
  if (found.some(({ address }) => !isPublicAddress(address))) throw refusal;
  return found;
}

export const addressesOf = (host: string): Promise<FoundAddress[]> =>
  lookup(host.replace(/^\[|\]$/g, ''), { all: true });
