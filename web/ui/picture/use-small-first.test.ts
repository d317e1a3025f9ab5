import { expect, it } from 'vitest';
import { isSlowConnection } from './use-small-first.ts';

const file = (transferSize: number, from: number, to: number, more = {}) => ({
  name: 'https://site.example/assets/app.js',
  transferSize,
  responseStart: from,
  responseEnd: to,
  workerStart: 0,
  ...more,
});

it('parallel downloads share the bandwidth', () => {
  const pair = [file(60_000, 0, 1000), file(60_000, 0, 1000)];
  expect(isSlowConnection(pair)).toBe(false);
  expect(isSlowConnection([file(60_000, 0, 1000), file(60_000, 1000, 2000)])).toBe(true);
});
it('pauses between downloads do not count as slow', () => {
  expect(isSlowConnection([file(60_000, 0, 300), file(60_000, 9000, 9300)])).toBe(false);
});
it('small and cached responses are not measured', () => {
  const kept = file(90_000, 0, 2, { workerStart: 1 });
  const slow = file(20_000, 0, 1000, { name: 'https://site.example/api/projects', workerStart: 1 });
  expect(isSlowConnection([])).toBe(false);
  expect(isSlowConnection([file(300, 0, 1000), file(0, 0, 1000)])).toBe(false);
  expect(isSlowConnection([kept, slow])).toBe(true);
});
