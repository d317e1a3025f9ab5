import { expect, test } from 'vitest';
import { networkOf } from './network.ts';

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2'],
  ['2001:db8::9', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
  ['[2001:db8:1:2::9]', '2001:db8:1:2'],
  ['unknown', 'unknown'],
  ['', ''],
])('the network of %j is %j', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
