import type { APIRequestContext, Page } from '@playwright/test';
import { WAYPOINTS } from '../demo/flight/waypoints.ts';
import { expectAlert } from './alert.ts';

/** The sample site's accounts, which share one password. */
export const OPERATOR = 'operator@overfly.example';
export const ADMIN = 'admin@overfly.example';
export const CLIENT = 'client@overfly.example';
export const PASSWORD = 'overfly-demo-2026';

/** The sample project with the most published weeks. */
export const PROJECT = 'Brazos Commons (sample)';

const TITLES = [...WAYPOINTS.map(({ name }) => name), 'Looking', 'Site view', 'Photo'].join('|');

/** A photo's name in the viewer: its viewpoint or number. */
export const PHOTO = new RegExp(`^(${TITLES})`);

/** The button that opens a photo in the viewer. */
export const OPEN_PHOTO = new RegExp(`^Open (${TITLES})`);

/** Signs in through the API; all users of `request`'s cookies are then signed in. */
export async function signInByApi(request: APIRequestContext, email: string, password = PASSWORD) {
  const answer = await request.post('/api/session', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
}

/** Signs in with the form of /auth and waits for the first screen. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/auth')) await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectAlert(page, 'Welcome back!', 'You have successfully logged in.');
  await page.waitForURL(/\/(dashboard|operator)/);
}
