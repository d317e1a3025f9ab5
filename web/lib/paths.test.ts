import { describe, expect, it } from 'vitest';
import { homeOf, liveUrl, safeNextPath } from './paths.ts';

describe('ownPath', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/projects/1?tab=maps#x', '/dashboard/projects/1?tab=maps#x'],
    ['/operator', '/operator'],
    ['/dashboard/../operator/companies', '/operator/companies'],
  ])('lets %s pass', (next, path) => {
    expect(safeNextPath(next)).toBe(path);
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
    expect(safeNextPath(next)).toBeNull();
  });
});

it.each([
  ['client', false, '/dashboard'],
  ['operator', true, '/operator'],
  ['admin', false, '/operator'],
  ['project_manager', false, '/operator'],
] as const)(
  'sends the role %s (own account of the operator: %s) to %s',
  (role, isOperator, path) => {
    expect(homeOf({ role, isOperator })).toBe(path);
  },
);

it('speaks to the live channel as safely as to the page', () => {
  expect(liveUrl('https://site.example')).toBe('wss://site.example/api/live');
  expect(liveUrl('http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/api/live');
});
