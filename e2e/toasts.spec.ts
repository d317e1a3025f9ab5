import type { Page } from '@playwright/test';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, enter } from './sample-site.ts';

test.use({ expectedErrors: [/status of 500/] });

/** Names of the buttons and links, among those that are seen, of which a toast covers a part. */
const covered = (page: Page) =>
  page.evaluate(() => {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')];
    const boxes = toasts.map((toast) => toast.getBoundingClientRect());
    return [...document.querySelectorAll('a[href], button')]
      .filter((control) => !control.closest('.mantine-Notifications-root'))
      .filter((control) => control.checkVisibility())
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return boxes.some(
          (box) => left < box.right && right > box.left && top < box.bottom && bottom > box.top,
        );
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

testOnBoth('toasts cover no button, the first nor two at once', async ({ page }) => {
  await enter(page.request, CLIENT);
  await page.route(/\/api\/account/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 }),
  );
  await page.goto('/dashboard/account');
  const toasts = page.locator('.mantine-Notification-root');

  await page.getByLabel('First Name').fill('Ada');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toasts).toHaveCount(1);
  await expect.poll(() => covered(page)).toEqual([]);

  await page.getByLabel('New Email').fill('ada@example.com');
  await page.getByLabel('Your Password').first().fill('not looked at');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(toasts).toHaveCount(2);
  await expect.poll(() => covered(page)).toEqual([]);
});
