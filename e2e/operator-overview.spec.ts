import { expect, test } from './product.ts';
import { signInByApi, OPERATOR, PROJECT, signIn } from './sample-site.ts';

test('each problem under Needs Attention links to the screen that solves it', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator');
  const attention = page.getByRole('region', { name: 'Needs Attention' });
  await expect(attention.getByText('No mail server is set up')).toBeVisible();
  await attention.getByRole('link', { name: /file failed in Week/ }).click();
  await expect(page.getByRole('button', { name: /^Publish/ })).toBeVisible();
  await page.goBack();
  await attention.getByRole('link', { name: /unread message/ }).click();
  await expect(page).toHaveURL(/filter=unread/);
  await expect(page.getByRole('radio', { name: /^Unread/ })).toBeChecked();
});

test('staff stay in the back office, even in their account and client views', async ({ page }) => {
  await signIn(page, 'pm@overfly.example');
  await expect(page).toHaveURL(/\/operator$/);
  const office = page.getByRole('navigation', { name: 'Operator Dashboard' });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page).toHaveURL(/\/operator\/account$/);
  await expect(office).toBeVisible();

  await office.getByRole('link', { name: 'Projects' }).click();
  // Wait for the next screen, because the overview also links to the project.
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await page.getByRole('link', { name: PROJECT }).click();
  await page.getByRole('link', { name: 'Client View' }).click();
  await expect(page.getByRole('link', { name: 'View Week' }).first()).toBeVisible();
  await expect(office).toBeVisible();
  await page.getByRole('link', { name: 'Back to the project' }).click();
  await expect(page.getByRole('heading', { name: 'Viewpoints' })).toBeVisible();
});
