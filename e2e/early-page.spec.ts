import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, enter, PROJECT } from './sample-site.ts';

const photos = (page: Page) => page.getByRole('button', { name: /^Open DJI/ });
async function openProject(page: Page): Promise<void> {
  await enter(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await photos(page).first().waitFor();
}

test.describe('before the app is there', () => {
  test.use({ expectedErrors: [/401/] });

  test("a project's page says its name, until there is a screen, whichever it is", async ({
    page,
  }) => {
    await openProject(page);
    const beginning = page.locator('.early');
    await page.route('**/assets/app-*.js', async (route) => {
      await expect(beginning.getByRole('heading', { name: PROJECT })).toBeVisible();
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('#root').getByRole('heading', { name: PROJECT })).toBeVisible();
    await expect(beginning).toHaveCount(0);

    await page.route('**/api/session', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'UNAUTHENTICATED', status: 401, message: 'No.' },
      }),
    );
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(beginning).toHaveCount(0);
  });
});
