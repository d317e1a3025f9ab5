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

it('counts files that come side by side once', () => {
  const pair = [file(60_000, 0, 1000), file(60_000, 0, 1000)];
  expect(isSlowConnection(pair)).toBe(false);
  expect(isSlowConnection([file(60_000, 0, 1000), file(60_000, 1000, 2000)])).toBe(true);
});
it('takes no pause for slowness', () => {
  expect(isSlowConnection([file(60_000, 0, 300), file(60_000, 9000, 9300)])).toBe(false);
});
it('hears nothing from small answers, from what is kept, or before anything has come', () => {
  const kept = file(90_000, 0, 2, { workerStart: 1 });
  const slow = file(20_000, 0, 1000, { name: 'https://site.example/api/projects', workerStart: 1 });
  expect(isSlowConnection([])).toBe(false);
  expect(isSlowConnection([file(300, 0, 1000), file(0, 0, 1000)])).toBe(false);
  expect(isSlowConnection([kept, slow])).toBe(true);
});
