import { describe, expect, it } from 'vitest';
import { homeOf, liveUrl, safeNextPath } from './paths.ts';

describe('safeNextPath', () => {
  it.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard/projects/1?tab=maps#x', '/dashboard/projects/1?tab=maps#x'],
    ['/operator', '/operator'],
    ['/dashboard/../operator/companies', '/operator/companies'],
  ])('accepts %s', (next, path) => {
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
  ])('rejects %j', (next) => {
    expect(safeNextPath(next)).toBeNull();
  });
});

it.each([
  ['client', '/dashboard'],
  ['operator', '/operator'],
  ['admin', '/operator'],
  ['project_manager', '/operator'],
] as const)('the role %s starts at %s', (role, path) => {
  expect(homeOf({ role })).toBe(path);
});

it('the live channel is encrypted if the page is', () => {
  expect(liveUrl('https://site.example')).toBe('wss://site.example/api/live');
  expect(liveUrl('http://127.0.0.1:3000')).toBe('ws://127.0.0.1:3000/api/live');
});
