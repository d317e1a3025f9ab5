import { describe, expect, it } from 'vitest';
import { homeOf, liveAddress, ownPath } from './paths.ts';

describe('ownPath', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/projects/1?tab=maps#x', '/dashboard/projects/1?tab=maps#x'],
    ['/operator', '/operator'],
    ['/dashboard/../operator/companies', '/operator/companies'],
  ])('lets %s pass', (next, path) => {
    expect(ownPath(next)).toBe(path);
  });
  it.each([
    '//evil.example/dashboard',
    '/\\evil.example/dashboard',
    'https://evil.example/dashboard',
    'https:evil.example',
    'javascript:alert(1)',
    '/\t/evil.example/dashboard',
    '/dashboardish',
    '/auth',
    '/',
    '',
    'dashboard',
    '/dashboard/../../api/session',
    undefined,
    7,
  ])('refuses %j', (next) => {
    expect(ownPath(next)).toBeNull();
  });
});

it("sends the operator's own account to the back office and everybody else to the dashboard", () => {
  expect([true, false].map((isOperator) => homeOf({ isOperator }))).toEqual([
    '/operator',
    '/dashboard',
  ]);
});

it('speaks to the live channel as safely as to the page', () => {
  expect(liveAddress('https://site.example')).toBe('wss://site.example/api/live');
  expect(liveAddress('http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/api/live');
});
