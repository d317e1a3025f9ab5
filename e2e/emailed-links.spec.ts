import type { Page } from '@playwright/test';
import { ERRORS } from '#domain/errors.ts';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { newestLink } from './mailbox.ts';
import { newAddress, signUp } from './sign-up.ts';
import { expect, test } from './product.ts';
import { signInByApi, PASSWORD } from './sample-site.ts';

const ADMIN = 'admin@overfly.example';
const OWNER_PASSWORD = 'another crane at dawn';
/** A well-formed token that was never sent. */
const INVALID = '#'.padEnd(44, 'x');

// Browsers log refused requests.
test.use({ expectedErrors: [/status of (40[01349]|410|422)|WebSocket/] });

/** Opens another link in the same tab; the two differ only in the fragment. */
const openInstead = (page: Page, link: string) =>
  page.evaluate((hash) => {
    location.hash = hash;
  }, new URL(link).hash);

test('a signed-out person verifies an email address with the password and is signed in', async ({
  page,
  program,
}) => {
  const email = newAddress();
  const link = await signUp(page.request, program.dataDir, email);
  await page.goto(link);
  const verify = page.getByRole('button', { name: 'Verify Email' });
  await verify.click();
  await expect(page.getByText('Enter your password.')).toBeVisible();
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await verify.click();
  await expect(page.getByText(ERRORS.WRONG_PASSWORD[1])).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'verify with the password');
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await verify.click();
  await expect(page.getByText(`${email} is verified.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
});

test('the owner of an email address takes over an account that someone else created with it', async ({
  page,
  program,
}) => {
  const email = newAddress();
  const link = await signUp(page.request, program.dataDir, email);
  await signInByApi(page.request, ADMIN);
  await page.goto(link);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('Enter your account password')).toBeVisible();
  await page.getByRole('button', { name: "I Don't Know My Password" }).click();
  await page.getByLabel('Email').fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await page.goto(await newestLink(program.dataDir, email, 2));
  await page.getByLabel('New Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
});

test('a valid link works in the tab of an expired one', async ({ page, program }) => {
  const email = newAddress();
  const verification = await signUp(page.request, program.dataDir, email);
  await page.goto(`/auth/verify${INVALID}`);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await openInstead(page, verification);
  await expect(page.getByText('This link has expired or was already used.')).toBeHidden();
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Verify Email' }).click();
  await expect(page.getByText(`${email} is verified.`)).toBeVisible();

  await page.request.post('/api/accounts/recovery', { data: { email } });
  const recovery = await newestLink(program.dataDir, email, 2);
  await page.goto('/auth/recovery#made-up');
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await openInstead(page, recovery);
  await page.getByLabel('New Password').fill(OWNER_PASSWORD);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('an expired link for changing the email address leads to the account page', async ({
  page,
}) => {
  await signInByApi(page.request, ADMIN);
  await page.goto(`/auth/new-address${INVALID}`);
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText('This link has expired or was already used.')).toBeVisible();
  await expect(page.getByText('Resend Verification')).toHaveCount(0);
  await expectAccessibleInBothSchemes(page, 'expired link for a new email');
  await page.getByRole('link', { name: 'Go to Account' }).click();
  await expect(page.getByRole('region', { name: 'Email' })).toBeVisible();
});

test("an invitation still works after a stranger's sign-up, and blocked ones are marked", async ({
  page,
  newPerson,
  program,
}) => {
  const email = newAddress();
  await signInByApi(page.request, ADMIN);
  const companyCode = `L${Date.now().toString(36)}`.toUpperCase();
  const company = (await (
    await page.request.post('/api/companies', { data: { companyCode, companyName: 'Links Ltd' } })
  ).json()) as { id: string };
  const contact = { email, contactName: 'Vera Price', companyId: company.id };
  expect((await page.request.post('/api/invitations', { data: contact })).ok()).toBe(true);
  const invitation = await newestLink(program.dataDir, email, 1);
  const guest = await newPerson();
  const stranger = { email, password: PASSWORD, firstName: 'Some', lastName: 'Body' };
  await guest.request.post('/api/accounts', { data: { ...stranger, companyCode: 'DEMO001' } });

  await page.goto('/operator/clients');
  await page
    .getByRole('radiogroup', { name: 'Show' })
    .getByText('Invited', { exact: true })
    .click();
  await page.getByPlaceholder('Search clients...').fill(email);
  const list = page.getByRole('table', { name: 'Clients' });
  await expect(list.getByText('Invited', { exact: true })).toHaveCount(1);
  const path = `/api/companies/${company.id}`;
  await page.request.patch(path, { data: { isActive: false } });
  await expect(list.getByText('Blocked')).toBeVisible();
  await expect(list.getByText('Company is not active')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'blocked invitation');
  await page.request.patch(path, { data: { isActive: true } });
  await expect(list.getByText('Invited', { exact: true })).toHaveCount(1);

  await guest.goto(invitation);
  await guest.getByRole('textbox', { name: 'Password' }).fill(OWNER_PASSWORD);
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest).toHaveURL(/\/dashboard$/);
  await expect(guest.getByText(/verify your email/)).toHaveCount(0);
  const session = (await (await guest.request.get('/api/session')).json()) as object;
  expect(session).toMatchObject({ user: { email, firstName: 'Vera', companyName: 'Links Ltd' } });
});
