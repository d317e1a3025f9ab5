import { newFolder } from './flight.ts';
import { expect, test } from './product.ts';
import { startProgram } from './program.ts';
import { OPERATOR, signIn } from './sample-site.ts';
import type { Page } from '@playwright/test';

// The used link, and requests of the removed account.
test.use({ instance: 'set-up', expectedErrors: [/status of 4(01|10)|WebSocket/] });

async function fillAdmin(page: Page, email: string) {
  await page.getByLabel('First Name').fill('Nora');
  await page.getByLabel('Last Name').fill('Field');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('three cranes at dawn');
}

test('the printed link creates the first admin, who sees what to set up next', async ({
  newPerson,
}) => {
  test.setTimeout(240_000);
  const fresh = await startProgram({ DATA_DIR: await newFolder('nobody'), DEMO: '0' });
  try {
    await expect.poll(fresh.log).toContain('/setup#');
    const [link = ''] = /http\S+\/setup#\S+/.exec(fresh.log()) ?? [];
    const page = await newPerson();
    await page.goto(link);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('First name is required.')).toBeVisible();
    await fillAdmin(page, 'nora@flights.test');
    await page.getByRole('button', { name: 'Create Account' }).click();
    const checklist = page.getByRole('region', { name: 'Set Up Your Site' });
    await expect(checklist.getByText('0 of 8 done')).toBeVisible();
    await checklist.getByRole('link', { name: /^Connect a mail server/ }).click();
    await page.getByLabel('Mail Server').fill('127.0.0.1');
    await page.getByLabel('Port').fill('9');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Could not connect to the mail server.').first()).toBeVisible();
    await expect(page.getByLabel('Mail Server')).toHaveValue('127.0.0.1');
    await page.getByRole('link', { name: 'Business' }).click();
    await page.getByLabel('Name').fill('Field Aerials');
    await page.getByLabel('Accent Color').fill('blue');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Accent Color must look like #3552d0')).toBeVisible();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await page.getByLabel('Name').fill('Field Aerials');
    await page.getByLabel('Email').fill('hello@flights.test');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page).toHaveTitle(/Field Aerials/);
    await page.goto(new URL('/operator', page.url()).href);
    await expect(checklist.getByText('1 of 8 done')).toBeVisible();
    await checklist.getByRole('button', { name: 'Hide' }).click();
    await expect(checklist).toBeHidden();
    await page.goto(link);
    await expect(page.getByText('Overfly is already set up.')).toBeVisible();
    await page.goto('about:blank');
  } finally {
    await fresh.stop();
  }
});

test('starting for real removes the sample for good', async ({ page, program }) => {
  test.setTimeout(240_000);
  await signIn(page, OPERATOR);
  await page.getByRole('button', { name: 'Start for Real' }).click();
  const dialog = page.getByRole('dialog', { name: 'Start for Real' });
  await expect(dialog.getByText('Brazos Builders (sample)')).toBeVisible();
  const confirm = dialog.getByRole('button', { name: 'Start for Real' });
  await expect(confirm).toBeDisabled();
  await dialog.getByLabel('Type "Overfly" to confirm').fill('Overfly');
  await confirm.click();
  await expect(dialog.getByText('First name is required.')).toBeVisible();
  await fillAdmin(page, 'nora@flights.test');
  await confirm.click();
  const checklist = page.getByRole('region', { name: 'Set Up Your Site' });
  await expect(checklist.getByText(`${program.dataDir}/backups/`)).toBeVisible({ timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Start for Real' })).toBeHidden();
  await page.goto('about:blank');
  await program.restart('SIGKILL');
  await page.goto('/operator/companies');
  await expect(page.getByText('No companies found')).toBeVisible();
});
