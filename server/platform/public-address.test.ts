import { expect, test } from 'vitest';
import { isPublicAddress, publicAddressesOf } from './public-address.ts';

const OURS = [
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.31.255.255',
  '192.168.1.1',
  '198.19.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  'not an address',
];

test.each(OURS)('%s is not a public internet address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['8.8.8.8', '172.32.0.1', '9.9.9.9', '2606:4700::1111', '2a00:1450::200e'])(
  '%s is a public internet address',
  (address) => {
    expect(isPublicAddress(address)).toBe(true);
  },
);

test('a host is refused if any of its addresses is private, in any notation', async () => {
  const refusal = new Error('private');
  for (const host of ['localhost', '[::1]', '127.1', '2130706433', '0x7f.1', '[::ffff:7f00:1]'])
    await expect(publicAddressesOf(host, refusal)).rejects.toBe(refusal);
  expect(await publicAddressesOf('9.9.9.9', refusal)).toEqual([{ address: '9.9.9.9', family: 4 }]);
});
