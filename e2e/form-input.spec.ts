import type { Locator } from '@playwright/test';
import { CONTACT_LIMITS, tooLong } from '#domain/contact-messages.ts';
import { expect, test } from './product.ts';
import { expectAlert } from './alert.ts';
import { CLIENT, signInByApi, OPERATOR } from './sample-site.ts';

test('clicking outside a dialog keeps what was typed', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  for (const [address, button, field] of [
    ['/operator/clients', 'Add Client', 'Contact Name'],
    ['/operator/companies', 'Add Company', 'Company Name'],
    ['/operator/projects', 'Create Project', 'Name'],
  ] as const) {
    await page.goto(address);
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    const typed = dialog.getByLabel(field);
    await typed.fill('Ingrid');
    await page.mouse.click(4, 4);
    await expect(typed).toHaveValue('Ingrid');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
  }
});

test('the login and sign-up forms keep what was typed when switching between them', async ({
  page,
}) => {
  await page.goto('/auth');
  const show = (form: string) =>
    page.getByRole('radiogroup').getByText(form, { exact: true }).click();
  const password = page.getByRole('textbox', { name: 'Password' });
  await password.fill('login password');
  await show('Create Account');
  await expect(password).toHaveValue('');
  const typed = { 'First Name': 'Ingrid', 'Last Name': 'Vance', Phone: '254 555 0100' };
  for (const [label, value] of Object.entries(typed)) await page.getByLabel(label).fill(value);
  await page.getByLabel('Email').fill('ingrid@site.example');
  await show('Login');
  await expect(page.getByLabel('Email')).toHaveValue('ingrid@site.example');
  await expect(password).toHaveValue('login password');
  await show('Create Account');
  for (const [label, value] of Object.entries(typed)) {
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
});

test('a company code becomes uppercase as it is typed, even in the middle', async ({
  page,
  newPerson,
}) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/companies');
  await page.getByRole('button', { name: 'Add Company' }).click();
  const added = page.getByRole('dialog').getByLabel('Company Code');
  await typeWithin(added);
  const visitor = await newPerson();
  await visitor.goto('/auth');
  await visitor.getByRole('radiogroup').getByText('Create Account', { exact: true }).click();
  await typeWithin(visitor.getByRole('textbox', { name: 'Company Code' }));

  async function typeWithin(code: Locator) {
    await code.fill('DEMO01');
    await code.press('Home');
    for (const typed of ['xy', 'ßz']) {
      await code.press('ArrowRight');
      await code.pressSequentially(typed);
    }
    await expect(code).toHaveValue('DXYESSZMO01');
  }
});

test('the spinner of a busy button is centered, even with reduced motion', async ({ page }) => {
  // The server never responds, so the button stays busy.
  await page.route('**/api/session', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  );
  await page.goto('/auth');
  await page.getByLabel('Email').fill('ingrid@site.example');
  await page.getByLabel('Password', { exact: true }).fill('any password');
  const button = page.getByRole('button', { name: 'Login' });
  await button.click();
  const middle = async (selector: string) => {
    const box = await page.locator(selector).boundingBox();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : { x: -1, y: -1 };
  };
  await expect(page.locator('button[data-loading]')).toBeVisible();
  expect(await page.evaluate(() => matchMedia('(prefers-reduced-motion)').matches)).toBe(true);
  const spinner = await middle('button[data-loading] .mantine-Loader-root');
  const wanted = await middle('button[data-loading]');
  expect(Math.abs(spinner.x - wanted.x)).toBeLessThan(2);
  expect(Math.abs(spinner.y - wanted.y)).toBeLessThan(2);
});

test('a message that is too long is kept whole, and the button regains focus after sending', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/support');
  const message = page.getByRole('textbox', { name: 'Message' });
  const send = page.getByRole('button', { name: 'Send Message' });
  await message.fill('x'.repeat(10_001));
  await send.press('Enter');
  await expect(page.getByText(tooLong(CONTACT_LIMITS.message))).toBeVisible();
  await expect(message).toBeFocused();
  await message.fill('When do you fly next?');
  await send.press('Enter');
  await expectAlert(page, 'Message Sent!');
  await expect(send).toBeFocused();
});

test('an unsent support message is still there after visiting other pages', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/support');
  const message = page.getByRole('textbox', { name: 'Message' });
  const toSupport = page.getByRole('link', { name: 'Contact Support' });
  const leave = () => page.getByRole('link', { name: 'Projects', exact: true }).click();
  await message.fill('The crane of week 7');
  await leave();
  await expect(page.getByRole('heading', { name: 'Projects', level: 1 })).toBeVisible();
  await page.goBack();
  await expect(message).toHaveValue('The crane of week 7');
  await leave();
  await toSupport.click();
  await expect(message).toHaveValue('The crane of week 7');
  await page.getByRole('button', { name: 'Send Message' }).press('Enter');
  await expectAlert(page, 'Message Sent!');
  await expect(message).toHaveValue('');
  await leave();
  await toSupport.click();
  await expect(message).toHaveValue('');
});
