import { expect, it } from 'vitest';
import { readSidebarCookie, sidebarCookie } from './sidebar-cookie.ts';

it('the sidebar is open by default', () => {
  expect(readSidebarCookie('')).toBe(true);
  expect(readSidebarCookie('theme=dark; sidebar_state=true')).toBe(true);
  expect(readSidebarCookie('theme=dark; sidebar_state=false')).toBe(false);
});

it('the sidebar state is remembered for 7 days', () => {
  expect(sidebarCookie(false)).toContain('max-age=604800');
  expect(readSidebarCookie(sidebarCookie(false))).toBe(false);
});
