import type { Page } from '@playwright/test';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, signInByApi, OPERATOR } from './sample-site.ts';

test.use({ expectedErrors: [/status of 500/] });

const toasts = (page: Page) => page.locator('.mantine-Notification-root');

/** Names of controls on the page, or in the open dialog, that a toast covers completely or partly. */
const coveredControls = (page: Page) =>
  page.evaluate(() => {
    const box = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect();
    const dialog = document.querySelector('[aria-modal=true]');
    return [...(dialog ?? document).querySelectorAll('a[href], button, input')]
      .filter(
        (control) => control.checkVisibility() && control.closest('header, main, [aria-modal]'),
      )
      .filter((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        return box && left < box.right && right > box.left && top < box.bottom && bottom > box.top;
      })
      .map((control) => control.getAttribute('aria-label') ?? control.textContent);
  });

testOnBoth('only one toast is shown, and an error disappears with its cause', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.route(/\/api\/account/, (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 }),
  );
  await page.goto('/dashboard/account');
  const toast = toasts(page);

  await page.getByLabel('First Name').fill('Ada');
  await page.getByRole('button', { name: 'Save Profile' }).click();
  await expect(toast).toContainText('Failed to save your profile');

  await page.getByLabel('New Email').fill('ada@example.com');
  await page.getByLabel('Your Password').first().fill('any password');
  await expect(toast).toContainText('Failed to save your profile');
  await page.getByRole('button', { name: 'Change Email' }).click();
  await expect(toast).toContainText('Failed to change your email');
  await expect(toast).toHaveCount(1);
  await page.evaluate(() => window.scrollTo(0, 0));
  expect(await coveredControls(page)).toEqual([]);

  await page.getByLabel('New Email').fill('ada@example.org');
  await expect(toast).toHaveCount(0);

  const fail = async () => {
    await page.getByRole('button', { name: 'Change Email' }).click();
    await expect(toast).toHaveCount(1);
  };
  await fail();
  await page.keyboard.press('Control+k');
  await expect(toast).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await fail();
  await page.evaluate(() => window.history.pushState({}, '', '/dashboard'));
  await expect(toast).toHaveCount(0);
});

test('an error from a dialog disappears when the dialog is canceled', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.route('**/api/companies', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500 }),
  );
  await page.goto('/operator/companies');
  const open = () => page.getByRole('button', { name: 'Add Company' }).first().click();
  const dialog = page.getByRole('dialog');
  await open();
  await dialog.getByLabel('Company Code').fill('TOAST01');
  await dialog.getByLabel('Company Name').fill('Toast Builders');
  await dialog.getByRole('button', { name: 'Add Company' }).click();
  await expect(toasts(page)).toContainText('Failed to create company.');
  expect(await coveredControls(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(toasts(page)).toHaveCount(0);
});
