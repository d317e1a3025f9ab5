import { expect, test } from 'vitest';
import { passedBuffers } from './give-back.ts';

const MIB = 1024 ** 2;

test('buffers that a stream has used are collected long before V8 would', () => {
  const before = process.memoryUsage().arrayBuffers;
  const passed = passedBuffers();
  let most = 0;
  for (let bytes = 0; bytes < 256 * MIB; bytes += 65_536) {
    Buffer.allocUnsafeSlow(65_536).fill(1);
    passed(65_536);
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(48 * MIB);
});
