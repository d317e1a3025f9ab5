import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT, OPEN_PHOTO } from './sample-site.ts';

test.use({ serviceWorkers: 'allow' });

const dataCaches = (page: Page) =>
  page.evaluate(async () =>
    (await caches.keys()).filter((name) => !name.startsWith('overfly-shell')).toSorted(),
  );

/** Opens the latest week of the project and waits until it's cached. */
async function cacheWeek(page: Page): Promise<void> {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  await expect(photos(page).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  await expect.poll(() => isPictureCached(page)).toBe(true);
  await expect.poll(() => dataCaches(page)).toEqual(['overfly-answers', 'overfly-pictures']);
  await expect.poll(() => cachedResponses(page)).toContain('getPublished');
}

/** The cached responses, which are saved shortly after the page shows them. */
const cachedResponses = (page: Page) =>
  page.evaluate(async () => (await caches.match('/kept-answers'))?.text() ?? '');

const photos = (page: Page) => page.getByRole('button', { name: OPEN_PHOTO });
const hasPicture = (page: Page) =>
  photos(page)
    .first()
    .getByRole('img')
    .evaluate((image: HTMLImageElement) => image.naturalWidth > 0);

/** Whether a picture is cached, which happens shortly after it's shown. */
const isPictureCached = (page: Page) =>
  photos(page)
    .first()
    .getByRole('img')
    .evaluate(async (image: HTMLImageElement) => {
      const { pathname } = new URL(image.currentSrc || image.src);
      const cached = await caches.match(pathname.replace(/[^/]+\/(w\d+)\.webp$/, '$1'));
      return cached !== undefined;
    });

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED|WebSocket|ERR_FAILED|status of 404/] });

  test('a week opened before opens again offline, until the client signs out', async ({
    page,
    context,
  }) => {
    await cacheWeek(page);
    const bar = page.getByText("You're offline. This is what you saw on");
    await context.setOffline(true);
    await page.reload();
    await expect(bar).toBeVisible();
    await expect.poll(() => hasPicture(page)).toBe(true);
    await page.getByRole('link', { name: 'Back to Project' }).click();
    await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
    // The cached page includes its data, so that it renders before any script runs.
    await page.reload();
    await expect(page.locator('script#seen')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
    // Pages that were never opened wait for the connection.
    await page.goto(`${new URL(page.url()).pathname}/week/${randomUUID()}`);
    await expect(page.getByRole('heading', { level: 1, name: 'No Connection' })).toBeVisible();
    await expect(page.getByText(/^You're offline\. This will load/)).toBeVisible();
    await context.setOffline(false);
    await expect(bar).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Week Not Available' })).toBeVisible();

    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect.poll(() => dataCaches(page)).toEqual([]);
    await context.setOffline(true);
    await page.goto('/dashboard');
    await expect(page.getByText(PROJECT)).toHaveCount(0);
  });
});

test('pages that staff see are not cached', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await expect(photos(page).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => caches.keys())).toEqual([]);
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([]);
});
