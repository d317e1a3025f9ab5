import type { Page } from '@playwright/test';
import { ERRORS } from '#domain/errors.ts';
import { appCode } from '#test/authenticator.ts';
import { expectAlert } from './alert.ts';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { mailsTo, newestLink } from './mailbox.ts';
import { newAddress, signUp } from './sign-up.ts';
import { expect, test } from './product.ts';
import { startProgram } from './program.ts';
import { signInByApi, PASSWORD, signIn } from './sample-site.ts';

const NEW_PASSWORD = 'another crane at dawn';
const STEP_MS = 30_000;

// Browsers log refused requests, and the live channel that closes when a session ends.
test.use({ expectedErrors: [/status of (40[0139]|422)|WebSocket/] });

async function fillSignUp(page: Page, email: string, changes: Record<string, string> = {}) {
  const fields = {
    'First Name': 'Nadia',
    'Last Name': 'Comer',
    'Company Code': 'demo001',
    Email: email,
    Password: PASSWORD,
    ...changes,
  };
  for (const [label, value] of Object.entries(fields)) {
    await page.getByRole('textbox', { name: label, exact: true }).fill(value);
  }
}

/** A client with a verified address, created as the product does. */
async function newClient(page: Page, dataDir: string): Promise<string> {
  const email = newAddress();
  const token = new URL(await signUp(page.request, dataDir, email)).hash.slice(1);
  await page.request.post('/api/accounts/verification/confirm', {
    data: { token, password: PASSWORD },
  });
  return email;
}

test('a new client signs up with a company code and sees projects after verifying the email', async ({
  page,
  context,
  program,
}) => {
  const email = newAddress();
  await page.goto('/auth');
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
  await page.getByText('Create Account', { exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Create Account' })).toBeVisible();
  await expect(page.getByText('At least 10 characters, and not one of')).toBeVisible();

  const code = page.getByRole('textbox', { name: 'Company Code' });
  await expect(code).toHaveAttribute('placeholder', 'DEMO001');
  await code.pressSequentially('demo999');
  await expect(code).toHaveValue('DEMO999');
  await expect(page.getByText('The company code you entered is not valid')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create Account' });
  await fillSignUp(page, email, { 'Company Code': 'demo999' });
  await expect(page.getByText('The company code you entered is not valid')).toBeVisible();
  await create.click();
  await expectAlert(page, 'Invalid Company Code');
  await fillSignUp(page, email, { Password: 'password123' });
  await expect(page.getByText('The company code is valid.')).toBeAttached();
  await create.click();
  await expect(page.getByText('This is one of the most common passwords')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'create account with errors');
  await fillSignUp(page, email);
  await create.click();
  await expectAlert(page, 'Account created!', 'Please check your email to verify your account.');
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);

  await signIn(page, email);
  await expect(page.getByText('Verify your email address to see your projects.')).toBeVisible();
  await expect(page.getByText('No Projects Yet')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'dashboard of an unverified account');
  await page.getByRole('button', { name: 'Resend' }).click();
  await expectAlert(page, 'Check your email');

  const link = await newestLink(program.dataDir, email, 2);
  const mailed = await context.newPage();
  await mailed.goto(link);
  await expect(mailed.getByRole('button', { name: 'Verify Email' })).toBeVisible();
  await expectAccessibleInBothSchemes(mailed, 'verify');
  await mailed.getByRole('button', { name: 'Verify Email' }).click();
  await expect(mailed.getByRole('heading', { name: 'Email Verified' })).toBeVisible();
  await mailed.getByRole('link', { name: 'Go to Dashboard' }).click();
  await expect(mailed.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();
  await expect(page.getByText('Verify your email address to see your projects.')).toBeHidden();
  await expect(page.getByRole('link', { name: /^View Details/ }).first()).toBeVisible();

  await mailed.goto(link);
  await mailed.getByRole('button', { name: 'Verify Email' }).click();
  await expect(mailed.getByText('This link has expired or was already used.')).toBeVisible();
});

test('a person who signs up twice is asked to log in instead', async ({ page, program }) => {
  const email = await newClient(page, program.dataDir);
  await page.goto('/auth');
  await page.getByText('Create Account', { exact: true }).click();
  await fillSignUp(page, email);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expectAlert(
    page,
    'Account exists',
    'An account with this email already exists. Please try logging in instead.',
  );
  await page.getByText('Login', { exact: true }).first().click();
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(email);
  await signIn(page, email);
});

test('a client resets a forgotten password by email, which ends all other sessions', async ({
  page,
  newPerson,
  program,
}) => {
  const email = await newClient(page, program.dataDir);
  const otherBrowser = await newPerson();
  await otherBrowser.clock.install();
  await signInByApi(otherBrowser.request, email);
  await otherBrowser.goto('/dashboard');

  await page.goto('/auth');
  await page.getByRole('button', { name: 'Forgot Password' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send Reset Link' }).click();
  await expectAlert(page, 'If there is an account with this address');

  const link = await newestLink(program.dataDir, email, 2);
  await page.goto(link);
  const field = page.getByLabel('New Password');
  await expect(field).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'new password');
  await field.fill('qwertyuiop');
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expect(page.getByText('This is one of the most common passwords')).toBeVisible();
  await field.fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set Password' }).click();
  await expectAlert(page, 'Password changed');
  await expect(page).toHaveURL(/\/dashboard$/);

  await otherBrowser.clock.fastForward(STEP_MS);
  await expect(otherBrowser).toHaveURL(/\/auth$/);
  await expectAlert(otherBrowser, 'Your session has ended.');
  await otherBrowser.goto(link);
  await otherBrowser.getByLabel('New Password').fill(NEW_PASSWORD);
  await otherBrowser.getByRole('button', { name: 'Set Password' }).click();
  await expect(otherBrowser.getByText('This link has expired or was already used.')).toBeVisible();
  await signInByApi(otherBrowser.request, email, NEW_PASSWORD);
});

test('a client sets up two-factor sign-in and signs in with an app or recovery code', async ({
  page,
  program,
}) => {
  const email = await newClient(page, program.dataDir);
  await signInByApi(page.request, email);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'First Name' })).toHaveValue('Nadia');

  await page.getByRole('button', { name: 'Set Up' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Your Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'two-factor setup');
  const secret = (await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText()).replaceAll(
    ' ',
    '',
  );
  await dialog.getByRole('textbox', { name: 'Code' }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  await expect(dialog.getByText(ERRORS.CODE_NOT_VALID[1])).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Code' }).fill(appCode(secret, new Date()));
  await dialog.getByRole('button', { name: 'Turn On' }).click();
  const shown = dialog.getByText(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
  await expect(shown).toHaveCount(10);
  const codes = await shown.allInnerTexts();
  await expectAccessibleInBothSchemes(page, 'recovery codes');
  await dialog.getByRole('button', { name: 'I Saved Them' }).click();
  await expect(page.getByText('You have 10 of 10 recovery codes left.')).toBeVisible();

  for (const code of [appCode(secret, new Date(Date.now() + STEP_MS)), codes[0] ?? '']) {
    await page.getByRole('button', { name: 'Account menu' }).click();
    await page.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/\/auth$/);
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByRole('heading', { name: 'Two-Factor Sign-In' })).toBeVisible();
    await expectAccessibleInBothSchemes(page, 'two-factor code');
    await page.getByRole('textbox', { name: 'Code' }).fill('abc-def');
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page.getByText(ERRORS.CODE_NOT_VALID[1])).toBeVisible();
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
  }
});

test('a client ends one other session, then all of them, within 30 seconds', async ({
  page,
  newPerson,
  program,
}) => {
  const email = await newClient(page, program.dataDir);
  const others = [await newPerson(), await newPerson()];
  for (const _ of Array(4)) await signInByApi((await newPerson()).request, email);
  for (const other of others) {
    await other.clock.install();
    await signInByApi(other.request, email);
    await other.goto('/dashboard');
  }
  await signInByApi(page.request, email);
  await page.goto('/dashboard/account');
  const endButtons = page.getByRole('button', { name: /^Sign Out of Chrome on a/ });
  await expect(page.getByRole('listitem').filter({ hasText: 'Last used' })).toHaveCount(5);
  await expect(endButtons).toHaveCount(4);
  await page.getByRole('button', { name: 'Show All (7)' }).click();
  await expect(endButtons).toHaveCount(6);
  await expect(page.getByText('in your time zone: Central European Time.')).toBeVisible();
  await expect(page.getByText(/Last used .* GMT[+][12] /).first()).toBeVisible();
  const isCut = ({ scrollWidth, clientWidth }: Element) => scrollWidth > clientWidth;
  expect(await endButtons.first().locator('.mantine-Button-label').evaluate(isCut)).toBe(false);
  await endButtons.first().click();
  await expectAlert(page, 'Session ended');
  await expect(endButtons).toHaveCount(5);
  await page.getByRole('button', { name: 'Sign Out Everywhere Else' }).click();
  await expectAlert(page, 'Sessions ended');
  await expect(endButtons).toHaveCount(0);
  for (const other of others) {
    await other.clock.fastForward(STEP_MS);
    await expect(other).toHaveURL(/\/auth$/);
  }
  await page.reload();
  await expect(page.getByText('This session')).toBeVisible();
});

test('two open tabs renew the session only once', async ({ page, context, program }) => {
  let isDue = false;
  let due: string | undefined;
  let renewals = 0;
  // The test decides when the session must be renewed; the server's clock isn't changed.
  await context.route(/\/api\/session(\/refresh)?$/, async (route) => {
    const isRenewal = route.request().url().endsWith('/refresh');
    if (isRenewal) renewals += 1;
    const response = await route.fetch();
    const answer = (await response.json()) as { expiresAt: string };
    const isStatusCheck = !isRenewal && route.request().method() === 'GET';
    if (isDue && isStatusCheck) due ??= answer.expiresAt;
    const needsRefresh = isStatusCheck && answer.expiresAt === due;
    return route.fulfill({ response, json: { ...answer, needsRefresh } });
  });
  await context.clock.install();
  await signInByApi(page.request, await newClient(page, program.dataDir));
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
  const cookie = async () =>
    (await context.cookies()).find(({ name }) => name.endsWith('session'))?.value;
  const before = await cookie();
  const storedSession = () => other.evaluate(() => localStorage.getItem('overfly.session'));
  const storedBefore = await storedSession();

  isDue = true;
  await context.clock.fastForward(STEP_MS);
  await expect.poll(cookie).not.toBe(before);
  await expect.poll(storedSession).not.toBe(storedBefore);
  await context.clock.fastForward(STEP_MS);
  for (const tab of [page, other]) {
    await tab.reload();
    await expect(tab.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
  }
  expect(renewals).toBe(1);
});

test('a client changes the email address, and the old address is notified', async ({
  page,
  program,
}) => {
  const email = await newClient(page, program.dataDir);
  const changed = newAddress();
  await signInByApi(page.request, email);
  await page.goto('/dashboard/account');
  await page.getByLabel('New Email').fill(changed);
  const section = page.getByRole('region', { name: 'Email' });
  await section.getByLabel('Your Password').fill('not-the-password');
  await section.getByRole('button', { name: 'Change Email' }).click();
  await expect(section.getByText(ERRORS.WRONG_PASSWORD[1])).toBeVisible();
  await section.getByLabel('Your Password').fill(PASSWORD);
  await section.getByRole('button', { name: 'Change Email' }).click();
  await expect(section.getByText(`Your email will change to ${changed}`)).toBeVisible();
  await page.goto(await newestLink(program.dataDir, changed, 1));
  await page.getByRole('button', { name: 'Confirm Email' }).click();
  await expect(page.getByText(`${changed} is verified.`)).toBeVisible();
  const notices = await mailsTo(program.dataDir, email, 3);
  expect(notices.map(({ subject }) => subject).slice(1)).toEqual([
    'A change of email address was requested at Overfly',
    'Your email address was changed at Overfly',
  ]);
  await page.goto('/dashboard/account');
  await expect(page.getByRole('region', { name: 'Email' }).getByText(changed)).toBeVisible();
});

test('staff must set up two-factor sign-in first when it is required', async ({ browser }) => {
  const strict = await startProgram({ STAFF_TWO_FACTOR: 'required' });
  const context = await browser.newContext({ baseURL: strict.url });
  try {
    const page = await context.newPage();
    await page.goto('/auth?next=/operator/companies');
    await page.getByLabel('Email').fill('admin@overfly.example');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Login' }).click();
    await expect(page).toHaveURL(/\/operator\/account$/);
    await expect(page.getByText('Your role requires two-factor sign-in.')).toBeVisible();
    await page.goto('/operator');
    await expect(page).toHaveURL(/\/operator\/account$/);
    await page.getByRole('button', { name: 'Set Up' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Your Password').fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    const secret = await dialog.getByText(/^[A-Z2-7]{4}( [A-Z2-7]{4}){7}$/).innerText();
    await dialog
      .getByRole('textbox', { name: 'Code' })
      .fill(appCode(secret.replaceAll(' ', ''), new Date()));
    await dialog.getByRole('button', { name: 'Turn On' }).click();
    await dialog.getByRole('button', { name: 'I Saved Them' }).click();
    await expect(page.getByText('You have 10 of 10 recovery codes left.')).toBeVisible();
    await page.goto('/operator/companies');
    await expect(page.getByRole('heading', { level: 1, name: 'Company Management' })).toBeVisible();
  } finally {
    await context.close();
    await strict.stop();
  }
});
