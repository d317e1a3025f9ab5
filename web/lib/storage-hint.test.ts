import { expect, test } from 'vitest';
import { GIGABYTE } from '#domain/companies.ts';
import { storageHint } from './storage-hint.ts';

test.each([
  [8.9, 10, /^$/],
  [9.5, 10, 'This company has 512 MB of its 10 GB of storage left.'],
  [10, 10, /^This company has used 10 GB of 10 GB, so there isn't enough space/],
  [99, null, /^$/],
])('of %j GB used of %j is said %j', (used, quota, text) => {
  const quotaBytes = quota === null ? null : quota * GIGABYTE;
  const hint = storageHint({ usedBytes: used * GIGABYTE, quotaBytes });
  expect(hint?.text ?? '').toMatch(text);
});
