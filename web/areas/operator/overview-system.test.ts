import { expect, test } from 'vitest';
import { systemHint } from './overview-system.tsx';

const works = { ok: true, detail: '', warning: null };
const fails = { ...works, ok: false };
const warns = { ...works, warning: 'Storage is running low.' };
const health = {
  ok: true,
  version: '1',
  database: works,
  storage: works,
  queue: works,
  mail: works,
};

test.each([
  ['everything is working', {}],
  ['email needs attention', { mail: fails }],
  ['storage and email need attention', { storage: warns, mail: fails }],
  ['storage, queue, and email need attention', { storage: warns, queue: fails, mail: fails }],
])('%s', (hint, parts) => {
  expect(systemHint({ ...health, ...parts })).toBe(hint);
});
