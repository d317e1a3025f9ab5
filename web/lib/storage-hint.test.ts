import { expect, test } from 'vitest';
import { GIGABYTE } from '#domain/companies.ts';
import { storageHint } from './storage-hint.ts';

test.each([
  [8.9, 10, /^$/],
  [9.5, 10, 'This company has 512 MB of its 10 GB of storage left.'],
  [10, 10, /^This company has used 10 GB of its 10 GB of storage/],
  [99, null, /^$/],
])('%j GB used of %j shows the hint %j', (used, quota, text) => {
  const quotaBytes = quota === null ? null : quota * GIGABYTE;
  const hint = storageHint({ usedBytes: used * GIGABYTE, quotaBytes });
  expect(hint?.text ?? '').toMatch(text);
});
