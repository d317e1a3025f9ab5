import { expect, test } from './product.ts';
import { CLIENT, enter, OPEN_PHOTO } from './sample-site.ts';
import { findAddresses } from './sample-addresses.ts';

test('all photos of a page are printed, also those that nobody scrolled to', async ({ page }) => {
  const { project, week, shared } = await findAddresses(page.request);
  await enter(page.request, CLIENT);
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
    await page.emulateMedia({ media: 'screen' });
  }
});
