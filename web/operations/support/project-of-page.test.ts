import { expect, it } from 'vitest';
import { SupportPage } from '#domain/support.ts';
import { projectOfPage } from './support-form.tsx';

const PROJECT = '7b6cbf3e-6a3d-4c35-9f10-3e5a1c8f9a11';

it.each([
  [`/dashboard/projects/${PROJECT}`, PROJECT],
  [`/dashboard/projects/${PROJECT}/week/${PROJECT}`, PROJECT],
  ['/dashboard/projects', null],
  [null, null],
])('the project of page %s is %s', (page, projectId) => {
  expect(projectOfPage(page)).toBe(projectId);
});

it.each([
  ['/dashboard', true],
  [`/dashboard/projects/${PROJECT}`, true],
  ['//else.example/dashboard', false],
  ['/dashboard/../operator', false],
  ['/dashboard?a=javascript:1', false],
  ['/dashboards', false],
])('%s is a portal page: %s', (page, isPage) => {
  expect(SupportPage.safeParse(page).success).toBe(isPage);
});
