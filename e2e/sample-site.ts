import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAlert } from './alert.ts';

/** The accounts of the sample site; all have the same password. */
export const OPERATOR = 'operator@overfly.example';
export const CLIENT = 'client@overfly.example';
export const PASSWORD = 'overfly-demo-2026';

/** How long the sample site may take on a machine that has other things to do. */
const SAMPLE_LIMIT_MS = 180_000;

/** The project of the sample site that has the most published weeks. */
export const PROJECT = 'Brazos Commons (sample)';

/**
 * Waits until the sample site is complete: it is made while the product already answers. `request`
 * is signed in as the client afterwards.
 */
export async function untilSampleIsMade(request: APIRequestContext): Promise<void> {
  test.setTimeout(test.info().timeout + SAMPLE_LIMIT_MS);
  const weeks = async () => {
    const list = await request.get('/api/projects');
    if (list.status() === 401) {
      await request.post('/api/session', { data: { email: CLIENT, password: PASSWORD } });
      return 0;
    }
    const { projects } = (await list.json()) as {
      projects: { name: string; submissionCount: number }[];
    };
    return projects.find(({ name }) => name === PROJECT)?.submissionCount ?? 0;
  };
  const patience = { timeout: SAMPLE_LIMIT_MS, intervals: [1000, 3000] };
  await expect.poll(weeks, patience).toBeGreaterThanOrEqual(8);
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
