import { afterEach, expect, test, vi } from 'vitest';
import { solveProof } from './contact-tickets.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the hash of token and proof starts with the required number of zero bits', async () => {
  const proof = await solveProof('abc', 10);
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`abc:${proof}`));
  expect(Math.clz32(new DataView(digest).getUint32(0))).toBeGreaterThanOrEqual(10);
});

test('pages without HTTPS send no proof of work', async () => {
  vi.stubGlobal('crypto', {});
  expect(await solveProof('abc', 10)).toBeUndefined();
});
