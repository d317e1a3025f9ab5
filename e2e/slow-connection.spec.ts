import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT, OPEN_PHOTO } from './sample-site.ts';

const photos = (page: Page) => page.getByRole('button', { name: OPEN_PHOTO });
const pictureOf = (page: Page) => photos(page).nth(1).getByRole('img');

/** Requested widths of a picture, in order. */
function requestedWidths(page: Page) {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  return async () => {
    const now = await pictureOf(page).evaluate(
      (image: HTMLImageElement) => image.currentSrc || image.src,
    );
    const folder = new URL(now).pathname.replace(/[^/]+$/, '');
    return requests.flatMap((path) =>
      path.startsWith(folder) ? [/w(\d+)\.webp$/.exec(path)?.[1]] : [],
    );
  };
}

async function openProject(page: Page): Promise<void> {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await photos(page).first().waitFor();
}

test('on a slow connection, a photo loads small first and then sharp', async ({
  page,
  context,
}) => {
  // Only the photos: the viewpoint comparison would load the same pictures.
  await page.addInitScript(() =>
    Object.defineProperty(window, 'earlyAnswers', { value: undefined }),
  );
  await page.route('**/comparison', (route) =>
    route.fulfill({ json: { views: [], firstId: null } }),
  );
  const widths = requestedWidths(page);
  await openProject(page);
  await expect.poll(widths).toHaveLength(1);
  const [sharpWidth] = await widths();

  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 300,
    downloadThroughput: 50_000,
    uploadThroughput: -1,
  });
  await network.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.reload();
  await photos(page).first().waitFor();
  await expect.poll(widths, { timeout: 30_000 }).toEqual([sharpWidth, '256', sharpWidth]);
  await expect(photos(page).nth(1)).toHaveAttribute('data-state', 'loaded');
});

test.describe('before the app has loaded', () => {
  test.use({ expectedErrors: [/401/] });

  test('a project page shows its name until its screen or the sign-in appears', async ({
    page,
  }) => {
    await openProject(page);
    const earlyPage = page.locator('.early');
    await page.route('**/assets/app-*.js', async (route) => {
      await expect(earlyPage.getByRole('heading', { name: PROJECT })).toBeVisible();
      await route.continue();
    });
    await page.reload();
    await expect(page.locator('#root').getByRole('heading', { name: PROJECT })).toBeVisible();
    await expect(earlyPage).toHaveCount(0);

    await page.route('**/api/session', (route) =>
      route.fulfill({
        status: 401,
        json: { code: 'UNAUTHENTICATED', status: 401, message: 'No.' },
      }),
    );
    await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(page.getByRole('button', { name: 'Login' })).toBeVisible();
    await expect(earlyPage).toHaveCount(0);
  });
});
