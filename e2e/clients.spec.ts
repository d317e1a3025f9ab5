import type { APIRequestContext, Page } from '@playwright/test';
import { ERRORS } from '#domain/errors.ts';
import { expectAlert } from './alert.ts';
import { expectAccessibleInBothSchemes } from './accessible.ts';
import { newestLink } from './mailbox.ts';
import { chooseByKeyboard } from './keyboard-menu.ts';
import { newAddress } from './sign-up.ts';
import { expect, test, testOnBoth } from './product.ts';
import { signInByApi, OPERATOR } from './sample-site.ts';

const ADMIN = 'admin@overfly.example';
const CHOSEN = 'a fine crane at dawn';

// The browser logs these refused requests: an ended session, an invalid link, an existing account.
test.use({ expectedErrors: [/status of 4(01|04|09|10)|WebSocket/] });

/** A client of DEMO001 with an account, invited through the API. */
async function makeClient(request: APIRequestContext, dataDir: string, contactName: string) {
  await signInByApi(request, OPERATOR);
  const { companies } = (await (await request.get('/api/companies')).json()) as {
    companies: { id: string; companyCode: string }[];
  };
  const companyId = companies.find(({ companyCode }) => companyCode === 'DEMO001')?.id;
  const email = newAddress();
  await request.post('/api/invitations', { data: { email, contactName, companyId } });
  const token = new URL(await newestLink(dataDir, email, 1)).hash.slice(1);
  const [firstName, lastName] = contactName.split(' ');
  const data = { token, firstName, lastName, password: CHOSEN };
  expect((await request.post('/api/invitations/accept', { data })).ok()).toBe(true);
  return email;
}

const row = (page: Page, name: string) => page.getByRole('button', { name: `Actions for ${name}` });
const show = (page: Page, filter: string) =>
  page.getByRole('radiogroup', { name: 'Show' }).getByText(filter, { exact: true }).click();
const find = (page: Page, text: string) => page.getByPlaceholder('Search clients...').fill(text);
async function choose(page: Page, name: string, action: string): Promise<void> {
  await row(page, name).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a client accepts an emailed invitation once and is signed in', async ({
  page,
  newPerson,
  program,
}) => {
  const email = newAddress();
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/clients');
  await page.getByRole('button', { name: 'Add Client' }).click();
  const dialog = page.getByRole('dialog');
  const send = dialog.getByRole('button', { name: 'Send Invitation' });
  await expect(dialog.getByLabel('Role')).toHaveCount(0);
  await send.click();
  await expect(dialog.getByText('Please select a company.')).toBeVisible();
  await expect(dialog.getByText('Contact name is required.')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'new client with errors');
  await dialog.getByRole('combobox', { name: 'Company' }).click();
  await page.getByRole('option', { name: /DEMO001/ }).click();
  await dialog.getByLabel('Contact Name').fill('Ingrid Vance');
  await dialog.getByLabel('Email').fill('client@overfly.example');
  await send.click();
  await expect(dialog.getByText(ERRORS.ADDRESS_HAS_ACCOUNT[1])).toBeVisible();
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Phone').fill('+1 254 555 0123');
  await send.click();
  await expectAlert(page, 'Invitation Sent');
  await find(page, email);
  await expect(page.getByText('Invited', { exact: true }).last()).toBeVisible();
  await expect(page.getByText('+1 254 555 0123')).toBeVisible();

  const guest = await newPerson();
  const opened: (string | null)[] = [];
  guest.on('request', (request) => {
    if (request.url().endsWith('/invitations/open')) opened.push(request.postData());
  });
  await guest.goto(await newestLink(program.dataDir, email, 1));
  await expect(guest.getByRole('heading', { name: 'Accept Invitation' })).toBeVisible();
  await expect(guest.getByLabel('First Name')).toHaveValue('Ingrid');
  await expect(guest.getByLabel('Email')).toHaveValue(email);
  await expect(guest.getByText('At least 10 characters')).toBeVisible();
  await guest.getByRole('textbox', { name: 'Password' }).fill('password123');
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expect(guest.getByText('This is one of the most common passwords.')).toBeVisible();
  await expectAccessibleInBothSchemes(guest, 'invitation with errors');
  const address = guest.url();
  await guest.getByRole('textbox', { name: 'Password' }).fill(CHOSEN);
  await guest.getByRole('button', { name: 'Create Account' }).click();
  await expectAlert(guest, 'Account created!');
  await expect(guest).toHaveURL(/\/dashboard$/);
  await expect(guest.getByText(/verify your email/)).toHaveCount(0);
  await expect(guest.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  // The invitation was looked up by its token only, even after the guest's browser moved to a URL without it.
  expect(new Set(opened)).toEqual(new Set([JSON.stringify({ token: address.split('#')[1] })]));

  await guest.goto(address);
  await expect(guest.getByText('This invitation was already used.')).toBeVisible();
  await expectAccessibleInBothSchemes(guest, 'used invitation');
  await show(page, 'Active');
  await expect(row(page, 'Ingrid Vance').first()).toBeVisible();
});

test('an admin resends an invitation, disabling the old link, and then revokes it', async ({
  page,
  newPerson,
  program,
}) => {
  const email = newAddress();
  await signInByApi(page.request, ADMIN);
  const made = await page.request.post('/api/invitations', {
    data: { email, contactName: 'Noor Aziz', role: 'project_manager' },
  });
  expect(made.ok()).toBe(true);
  const first = await newestLink(program.dataDir, email, 1);
  await page.goto('/operator/clients');
  await show(page, 'Invited');
  await find(page, email);
  await choose(page, 'Noor Aziz', 'Resend');
  await expectAlert(page, 'Invitation Sent');
  const second = await newestLink(program.dataDir, email, 2);
  const guest = await newPerson();
  await guest.goto(first);
  await expect(guest.getByText(ERRORS.INVITATION_NOT_VALID[1])).toBeVisible();
  await guest.goto(second);
  await expect(guest.getByText('Create your account as a project manager.')).toBeVisible();

  await choose(page, 'Noor Aziz', 'Revoke');
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await expectAlert(page, 'Invitation Revoked');
  await expect(page.getByText('No clients found.')).toBeVisible();
  await guest.reload();
  await expect(guest.getByText('This invitation was withdrawn.')).toBeVisible();
  await guest.getByRole('link', { name: 'Go to Sign In' }).click();
  await expect(guest).toHaveURL(/\/auth$/);
});

test('an operator edits, finds, deactivates and reactivates a client', async ({
  page,
  newPerson,
  program,
}) => {
  const name = `Otto Kranz${Date.now().toString(36)}`;
  const email = await makeClient(page.request, program.dataDir, name);
  const client = await newPerson();
  await signInByApi(client.request, email, CHOSEN);
  await client.goto('/dashboard');

  await page.goto('/operator/clients');
  await find(page, name.toUpperCase());
  await choose(page, name, 'Edit');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Phone').fill(`555-${name}`);
  await dialog.getByLabel('Company Code').fill('nobody');
  await expect(dialog.getByLabel('Company Code')).toHaveValue('NOBODY');
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect(page.getByRole('alert').getByText('No company has this code.')).toBeVisible();
  await expect(dialog.getByText('No company has this code.')).toHaveCount(1);
  await expectAccessibleInBothSchemes(page, 'edit client with errors');
  await dialog.getByLabel('Company Code').fill('demo002');
  await expect(dialog.getByText(/^Trinity/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expectAlert(page, 'Client Updated');
  for (const text of [email.toUpperCase(), `555-${name}`, name]) {
    await find(page, text);
    await expect(row(page, name)).toBeVisible();
  }
  await find(page, 'trinity');
  await expect(row(page, name)).toBeVisible();
  await find(page, 'Demo002');
  await expect(row(page, name)).toBeVisible();

  await choose(page, name, 'Deactivate');
  await expect(dialog.getByText('will be signed out everywhere')).toBeVisible();
  await dialog.getByRole('button', { name: 'Deactivate' }).click();
  await expectAlert(page, 'Client Deactivated');
  await expect(row(page, name)).toBeHidden();
  await expect(client).toHaveURL(/\/auth/);
  await client.getByLabel('Email').fill(email);
  await client.getByLabel('Password', { exact: true }).fill(CHOSEN);
  await client.getByRole('button', { name: 'Login' }).click();
  await expect(client.getByText('Invalid email or password.')).toBeVisible();

  await show(page, 'Deactivated');
  await choose(page, name, 'Reactivate');
  await expectAlert(page, 'Client Reactivated');
  await show(page, 'Active');
  await expect(row(page, name)).toBeVisible();
  await signInByApi(client.request, email, CHOSEN);
});

test("an admin changes a role, but can't deactivate the last operator or themselves", async ({
  page,
  newPerson,
  program,
}) => {
  const name = `Rosa Lund${Date.now().toString(36)}`;
  const email = await makeClient(page.request, program.dataDir, name);
  const rosa = await newPerson();
  await signInByApi(rosa.request, email, CHOSEN);
  await rosa.goto('/operator');
  await expect(rosa.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await signInByApi(page.request, ADMIN);
  await page.goto('/operator/clients');
  await show(page, 'Staff');
  await expect(row(page, 'Olivia Reyes')).toBeVisible();
  await expectAccessibleInBothSchemes(page, 'staff');
  await row(page, 'Amir Novak').click();
  await expect(page.getByRole('menuitem', { name: 'Edit' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Change Role' })).toHaveCount(0);
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await choose(page, 'Olivia Reyes', 'Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expectAlert(page, 'This is the last active account with this role');

  await show(page, 'Active');
  await find(page, name);
  await choose(page, name, 'Change Role');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Role' }).click();
  await page.getByRole('option', { name: 'Project manager' }).click();
  await expectAccessibleInBothSchemes(page, 'change role');
  await dialog.getByRole('button', { name: 'Change Role' }).click();
  await expectAlert(page, 'Role Changed');
  await expect(rosa.getByText('Operator Portal')).toBeVisible();
  await show(page, 'Staff');
  await expect(page.getByText('Project manager').first()).toBeVisible();
  await expect(row(page, name)).toBeVisible();
});

test('the audit log shows who did what and can be filtered by person and action', async ({
  page,
  program,
}) => {
  const name = `Anna Berg${Date.now().toString(36)}`;
  await makeClient(page.request, program.dataDir, name);
  const { people } = (await (await page.request.get('/api/people')).json()) as {
    people: { id: string; lastName: string }[];
  };
  const id = people.find(({ lastName }) => name.endsWith(lastName))?.id;
  const change = { firstName: 'Anna', phone: '254 555 0100', companyCode: '' };
  await page.request.patch(`/api/people/${id}`, { data: change });
  await page.request.post(`/api/people/${id}/deactivate`);
  await signInByApi(page.request, ADMIN);
  await page.request.post(`/api/people/${id}/reactivate`);
  await page.goto('/operator/audit');
  const log = page.getByRole('table', { name: 'Audit log' });
  await expect(log.getByText('Person deactivated').first()).toBeVisible();
  await expect(log.getByText('Person reactivated').first()).toBeVisible();
  await expect(log.getByText(name).first()).toBeVisible();
  const changed = 'fields: phone · company: from Brazos Builders (sample) to none';
  await expect(log.getByText(changed).first()).toBeVisible();
  await page.getByRole('button', { name: 'Older' }).click();
  await expect(page.getByRole('heading', { name: 'Audit Log' })).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Newer' })).toBeEnabled();
  await page.getByRole('combobox', { name: 'Action' }).click();
  await page.getByRole('option', { name: 'Person deactivated' }).click();
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Olivia Reyes' }).click();
  await expect(log.getByText(name)).toHaveCount(1);
  await expect(log.getByText('Olivia Reyes').first()).toBeVisible();
  await expect(log.getByText('Invitation created')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Person' }).click();
  await page.getByRole('option', { name: 'Amir Novak' }).click();
  await expect(log.getByText(name)).toHaveCount(0);
});

test('closing a dialog returns focus to its menu button, or to the page if that is gone', async ({
  page,
  program,
}) => {
  const email = await makeClient(page.request, program.dataDir, 'Kay Boards');
  await page.goto('/operator/clients');
  await find(page, email);
  const menu = row(page, 'Kay Boards');
  const open = async (item: string) => {
    await chooseByKeyboard(menu, item);
    await expect(page.getByRole('dialog')).toBeVisible();
  };
  for (const item of ['Edit', 'Deactivate']) {
    await open(item);
    await page.keyboard.press('Escape');
    await expect(menu).toBeFocused();
  }
  await open('Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).press('Enter');
  await expect(menu).toHaveCount(0);
  await expect(page.getByRole('main')).toBeFocused();
});

testOnBoth(
  'a 100-letter name leaves the rest of the client list readable',
  async ({ page, program }) => {
    const email = await makeClient(page.request, program.dataDir, `Una ${'W'.repeat(100)}`);
    await page.goto('/operator/clients');
    await find(page, email);
    await expect(row(page, 'Una W')).toHaveCount(1);
    const [width, shown] = [page.viewportSize()?.width ?? 0, page.getByText(email)];
    await expect(shown).toBeInViewport();
    for (const what of [row(page, 'Una W'), page.getByText('Status', { exact: true })]) {
      await expect(what.first()).toBeInViewport({ ratio: 1 });
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    await choose(page, 'Una W', 'Deactivate');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(
      0,
    );
  },
);
