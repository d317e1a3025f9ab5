import type { Page } from '@playwright/test';
import { simulateLargeSite, scrollThrough } from './large-site.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT, PHOTO } from './sample-site.ts';

/** More would be too much for a phone. */
const MAX_PICTURES = 150;

async function openLarge(page: Page, site: { photos: number; weeks: number }) {
  await simulateLargeSite(page, site);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
}

test('a client tabs through a week of 500 photos, prints it and returns to it', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await openLarge(page, { photos: 500, weeks: 4 });
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  const photos = page.getByRole('region', { name: 'Still Images' });
  for (const shown of [30, 42]) {
    await photos.getByRole('button', { name: 'Load More' }).click();
    await expect(page.getByText(`${shown} of 500 photos`)).toBeVisible();
  }
  const photo = (number: number) =>
    photos.locator(`[aria-posinset="${number}"]`).getByRole('button');
  const last = photo(42);
  await page.evaluate(() => window.scrollTo(0, 0));
  await photo(1).focus();
  await expect(last).toHaveCount(0);
  for (let number = 2; number <= 42; number++) {
    const next = photo(number);
    await expect(next).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(next).toBeFocused();
  }
  await expect(last).toBeInViewport();

  const pictures = photos.locator('img');
  const onScreen = await pictures.count();
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
  await expect(pictures).toHaveCount(42);
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
  await expect.poll(() => pictures.count()).toBeLessThanOrEqual(onScreen);

  await last.press('Enter');
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Gallery', exact: true }).click();
  await expect(viewer.getByRole('img', { name: PHOTO }).nth(5)).toBeVisible();
  const most = await scrollThrough(page, 'dialog [data-scrolls]');
  expect(most.pictures).toBeLessThanOrEqual(MAX_PICTURES);
  await expect(viewer.locator('[aria-posinset="500"]')).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(last).toBeInViewport();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  await page.goForward();
  await expect(page.getByText('42 of 500 photos')).toBeVisible();
  await expect(last).toBeInViewport();
});

test('a project page has as many links with 104 weeks as with 52', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const site = { photos: 500, weeks: 52 };
  const countLinks = async () => {
    await expect(page.getByRole('region', { name: /^Photos of/ })).toHaveCount(1);
    await expect(page.getByRole('link', { name: /^All weeks/ })).toBeVisible();
    // The last part of the page. It loads its code first and then the viewpoints.
    await expect(page.getByRole('region', { name: 'Time-lapse' }).getByRole('link')).toBeVisible();
    return page.getByRole('link').count();
  };
  await openLarge(page, site);
  const links = await countLinks();
  site.weeks = 104;
  await page.reload();
  expect(await countLinks()).toBe(links);
});
