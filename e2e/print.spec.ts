import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPEN_PHOTO } from './sample-site.ts';

const pageCount = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length;

/** Buttons and tabs that would be printed and contain no picture. */
const controlsOf = (page: Page) =>
  page
    .getByRole('button')
    .filter({ hasNot: page.locator('img') })
    .or(page.getByRole('tab'))
    .or(page.getByText(/^(Loading map|View |Back to |Download )/))
    .filter({ visible: true });

test('a printed page has all photos, even those never scrolled to', async ({ page, sample }) => {
  const { project, week, shared } = sample;
  await signInByApi(page.request, CLIENT);
  for (const path of [project, week, shared]) {
    await page.goto(path);
    const tiles = page.getByRole('button', { name: OPEN_PHOTO });
    await expect(tiles.first()).toBeVisible();
    await page.pdf();
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByText('Loading image...').first()).toBeHidden();
    const countBlank = () =>
      tiles
        .locator('img')
        .evaluateAll(
          (images) =>
            images.filter((image) => (image as HTMLImageElement).naturalWidth === 0).length,
        );
    await expect.poll(countBlank).toBe(0);
    expect(await tiles.locator('img').count()).toBe(await tiles.count());
    await expect(controlsOf(page)).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
  }
});

test('a printed comparison shows only the two photos and their dates', async ({ page, sample }) => {
  const { project } = sample;
  await signInByApi(page.request, CLIENT);
  await page.goto(project);
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await expect(viewer.getByText('Before', { exact: true })).toBeVisible();
  expect(pageCount(await page.pdf())).toBe(1);
  await page.emulateMedia({ media: 'print' });
  await expect(viewer.getByText('Before', { exact: true })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Close' })).toBeHidden();
});
