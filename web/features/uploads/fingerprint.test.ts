import { expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';

const file = { name: 'DJI_0001.JPG', size: 1000, lastModified: 1_700_000_000_000 };

test('the same file in another submission is another upload', () => {
  expect(fingerprintOf('a', file, null)).not.toBe(fingerprintOf('b', file, null));
  expect(fingerprintOf('a', file, 'f0')).not.toBe(fingerprintOf('b', file, 'f0'));
});

test('with a hash the same bytes are the same upload under any name', () => {
  expect(fingerprintOf('a', file, 'f0')).toBe(fingerprintOf('a', { ...file, name: 'x.jpg' }, 'f0'));
});

test('without a hash a file that was changed is another upload', () => {
  const changed = { ...file, lastModified: file.lastModified + 1 };
  expect(fingerprintOf('a', file, null)).not.toBe(fingerprintOf('a', changed, null));
});
