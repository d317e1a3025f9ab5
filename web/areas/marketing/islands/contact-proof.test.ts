import { afterEach, expect, test, vi } from 'vitest';
import { solveProof } from './contact-tickets.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the hash of the token and its proof begins with the zero bits that were asked for', async () => {
  const proof = await solveProof('abc', 10);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`abc:${proof}`));
  expect(Math.clz32(new DataView(digest).getUint32(0))).toBeGreaterThanOrEqual(10);
});

test('a browser that does not hash, on a page without TLS, makes no proof', async () => {
  vi.stubGlobal('crypto', {});
  expect(await solveProof('abc', 10)).toBeUndefined();
});
