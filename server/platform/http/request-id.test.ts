import type { IncomingMessage } from 'node:http';
import { expect, test } from 'vitest';
import { requestIds } from './request-id.ts';

test('every request has its own id', () => {
  const idOf = requestIds(false);
  const ids = Array.from({ length: 5000 }, () => idOf({ headers: {} } as IncomingMessage));
  expect(new Set(ids).size).toBe(5000);
  expect(ids.every((id) => /^[0-9a-hjkmnp-tv-z]{10}$/.test(id))).toBe(true);
});
