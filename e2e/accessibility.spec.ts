import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, OPERATOR, PROJECT, signIn, untilSampleIsMade } from './sample-site.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing that a rule of WCAG 2.2 AA finds, and nothing wider than the screen. */
async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, what).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${what}: wider than the screen`).toBe(0);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`in ${colorScheme} colours`, () => {
    test.use({ colorScheme });
    test.beforeEach(({ request }) => untilSampleIsMade(request));

    test('the public page and sign-in are accessible', async ({ page }) => {
      await page.goto('/');
      await expectAccessible(page, 'landing page');
      await page.goto('/auth');
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
      await page.getByRole('button', { name: 'Login' }).click();
      await expectAccessible(page, 'sign-in with errors');
    });

    test('every screen of the portal is accessible', async ({ page }) => {
      await signIn(page, CLIENT);
      await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
      await expectAccessible(page, 'dashboard with a toast');
      await page.getByRole('button', { name: 'Account menu' }).click();
      await expectAccessible(page, 'account menu');
      await page.goto('/dashboard/projects');
      await page.getByRole('link', { name: `View Details of ${PROJECT}` }).waitFor();
      await expectAccessible(page, 'projects');
      await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
      await page
        .getByRole('button', { name: /^Open DJI/ })
        .first()
        .waitFor();
      await expectAccessible(page, 'project');
      await page
        .getByRole('link', { name: /^View Week/ })
        .first()
        .click();
      await page.getByRole('link', { name: 'Download ZIP' }).waitFor();
      await expectAccessible(page, 'week');
      await page.goto('/dashboard/sharing');
      await page.getByRole('button', { name: 'Create Share Link' }).first().click();
      await page.getByRole('button', { name: 'Expires' }).click();
      await expectAccessible(page, 'new share link with its calendar');
      await page.goto('/dashboard/support');
      await page.getByRole('heading', { level: 1, name: 'Contact Support' }).waitFor();
      await expectAccessible(page, 'support');
    });

    test('the overview and the companies of the back office are accessible', async ({ page }) => {
      await signIn(page, OPERATOR);
      await page.getByText('Online').waitFor();
      await expectAccessible(page, 'overview');
      await page.goto('/operator/companies');
      await page.getByRole('link', { name: /Manage Projects of Trinity/ }).waitFor();
      await expectAccessible(page, 'companies');
      await page.getByRole('button', { name: 'Add Company' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Add Company' }).click();
      await expectAccessible(page, 'new company with errors');
      await page.goto('/operator/companies');
      await page.getByRole('link', { name: /Manage Projects of Trinity/ }).click();
      await page.getByRole('button', { name: 'Create Project' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Start Date' }).click();
      await expectAccessible(page, 'new project with its calendar');
    });
  });
}
