import type { APIRequestContext, Page } from '@playwright/test';
import { WAYPOINTS } from '../demo/flight/waypoints.ts';
import { expectAlert } from './alert.ts';

/** The accounts of the sample site; all have the same password. */
export const OPERATOR = 'operator@overfly.example';
export const ADMIN = 'admin@overfly.example';
export const CLIENT = 'client@overfly.example';
export const PASSWORD = 'overfly-demo-2026';

/** The project of the sample site that has the most published weeks. */
export const PROJECT = 'Brazos Commons (sample)';

const TITLES = [...WAYPOINTS.map(({ name }) => name), 'Looking', 'Site view', 'Photo'].join('|');

/** The name of a photo in the viewer: its viewpoint, or its number. */
export const PHOTO = new RegExp(`^(${TITLES})`);

/** The button of a photo on a page, which opens the viewer. */
export const OPEN_PHOTO = new RegExp(`^Open (${TITLES})`);

/** Signs in without the form: whoever shares the cookies of `request` is somebody then. */
export async function enter(request: APIRequestContext, email: string, password = PASSWORD) {
  const answer = await request.post('/api/session', { data: { email, password } });
  if (!answer.ok()) throw new Error(`${email} could not sign in: ${await answer.text()}`);
}

/** Signs in by the form of /auth, as a person does, and waits for the first screen. */
export async function signIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  if (!new URL(page.url(), 'http://none').pathname.startsWith('/auth')) await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectAlert(page, 'Welcome back!', 'You have successfully logged in.');
  await page.waitForURL(/\/(dashboard|operator)/);
}
