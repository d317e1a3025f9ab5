import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi } from './sample-site.ts';

const layoutShift = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
          resolve(shifts.reduce((sum, { value }) => sum + value, 0));
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );

test('a font that loads late appears without moving the page content', async ({ page, sample }) => {
  const { shared, project } = sample;
  await signInByApi(page.request, CLIENT);
  for (const path of [shared, '/', project]) {
    await page.unrouteAll();
    const font = Promise.withResolvers<void>();
    await page.route(/\.woff2/, async (route) => {
      await font.promise;
      await route.continue();
    });
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const before = await layoutShift(page);
    font.resolve();
    const isShown = () =>
      page.evaluate(() =>
        [...document.fonts].some(
          ({ family, status }) => family.includes('Inter Variable') && status === 'loaded',
        ),
      );
    await expect.poll(isShown).toBe(true);
    expect((await layoutShift(page)) - before).toBeLessThan(0.01);
  }
});
