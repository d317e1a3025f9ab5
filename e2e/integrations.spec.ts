import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Webhook as Verifier } from 'standardwebhooks';
import { startProvider, type TestProvider } from '#test/fixtures/oidc-provider.ts';
import { runVerifier, unpackZip } from '#test/fixtures/unpack-zip.ts';
import { startWebhookReceiver } from '#test/webhook-receiver.ts';
import { freePort } from '../scripts/test-database.mjs';
import { expectAlert } from './alert.ts';
import { expect, test as base } from './product.ts';
import { startProgram } from './program.ts';
import { ADMIN, CLIENT, signInByApi, PASSWORD, PROJECT } from './sample-site.ts';

const INTEGRATIONS = '/operator/settings/integrations';

type Parts = { provider: TestProvider & { port: string } };

/** A program with single sign-on that may send webhooks to this machine. */
const test = base.extend<object, Parts>({
  provider: [
    async ({}, use) => {
      const port = String(await freePort());
      const provider = await startProvider(`http://127.0.0.1:${port}/api/session/oidc/callback`);
      await use({ ...provider, port });
      await provider.close();
    },
    { scope: 'worker' },
  ],

  program: [
    async ({ provider }, use) => {
      const program = await startProgram({
        PORT: provider.port,
        OIDC_ISSUER: provider.issuer,
        OIDC_CLIENT_ID: provider.clientId,
        OIDC_CLIENT_SECRET: provider.clientSecret,
        OIDC_NAME: 'Builder ID',
        WEBHOOKS_TO_PRIVATE: '1',
      });
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test('an API token works within its scope until it is revoked', async ({ page, request }) => {
  await signInByApi(page.request, ADMIN);
  await page.goto(INTEGRATIONS);
  await page.getByRole('button', { name: 'Create API Token' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Site diary');
  await dialog.getByLabel('Read', { exact: true }).uncheck();
  await dialog.getByLabel('Change projects').check();
  await dialog.getByLabel('Your Password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Create API Token' }).click();
  await expectAlert(page, 'API token created');
  const secret = await dialog.getByLabel('API Token').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const headers = { authorization: `Bearer ${secret}` };
  const data = await newProject(page, 'Made by a program');
  const make = () => request.post('/api/projects', { headers, data });
  expect(await (await make()).json()).toMatchObject({ name: 'Made by a program' });
  const refused = await request.get('/api/projects', { headers });
  expect(await refused.json()).toMatchObject({ code: 'TOKEN_SCOPE_MISSING' });

  await page.reload();
  const row = page.getByRole('listitem').filter({ hasText: 'Site diary' });
  await expect(row).toContainText(
    new RegExp(`Site diary ${secret.slice(0, 8)}.*Change projects.*Last used`),
  );
  expect(await page.content()).not.toContain(secret);

  await row.getByRole('button', { name: 'Revoke Site diary' }).click();
  await expect(dialog).toContainText('Site diary will stop working right away.');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectAlert(page, 'API token revoked');
  await expect(row).toBeHidden();
  const afterRevoking = await make();
  expect([afterRevoking.status(), await afterRevoking.json()]).toMatchObject([
    401,
    { code: 'TOKEN_NOT_VALID' },
  ]);
});

test('a webhook delivers a signed event, and its log shows the response', async ({ page }) => {
  const receiver = await startWebhookReceiver();
  receiver.answer(200, 'Thanks');
  await signInByApi(page.request, ADMIN);
  await page.goto(INTEGRATIONS);
  await page.getByRole('button', { name: 'Add Webhook' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Archive');
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByLabel('Submission published').uncheck();
  await dialog.getByLabel('Project created').check();
  await dialog.getByRole('button', { name: 'Add Webhook' }).click();
  const secret = await dialog.getByLabel('Signing Secret').inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();

  const webhooks = page.getByRole('region', { name: 'Webhooks', exact: true });
  await webhooks.getByRole('button', { name: 'Send a Test' }).click();
  const testDelivery = webhooks.getByRole('listitem').filter({ hasText: 'Details of Test' });
  await expect(testDelivery).toContainText('Delivered');

  const made = await page.request.post('/api/projects', { data: await newProject(page, 'Depot') });
  const { id } = (await made.json()) as { id: string };
  const told = webhooks.getByRole('listitem').filter({ hasText: 'Details of Project created' });
  await expect(told).toContainText('Delivered');
  await told.getByRole('button', { name: 'Details' }).click();
  await expect(told).toContainText(/Status 200 · \d+ ms\s*Thanks/);
  await expect(told).toContainText('"name": "Depot"');
  const { body, headers } = receiver.received.at(-1) ?? { body: '', headers: {} };
  expect(new Verifier(secret).verify(body, headers as Record<string, string>)).toMatchObject({
    type: 'project.created',
    data: { project: { id, name: 'Depot' } },
  });

  receiver.answer(500, 'No paper');
  await told.getByRole('button', { name: 'Send Again' }).click();
  await expect(told).toContainText(/^Waiting.*Status 500 · \d+ ms\s*No paper.*Next try/s);
  await receiver.close();
});

test('a client downloads an evidence pack of a week that proves its contents', async ({
  page,
  sample,
}, testInfo) => {
  const { week } = sample;
  await signInByApi(page.request, CLIENT);
  await page.goto(week);
  await page.getByRole('button', { name: 'Evidence Pack' }).click();
  const dialog = page.getByRole('dialog', { name: 'Evidence Pack' });
  await expect(dialog).toContainText(/\d+ original files, /);
  await dialog.getByRole('button', { name: 'Create Evidence Pack' }).click();
  const link = dialog.getByRole('link', { name: 'Download ZIP' });
  await expect(link).toBeVisible({ timeout: 60_000 });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);

  const folder = testInfo.outputPath('pack');
  const names = await unpackZip(await readFile(await download.path()), folder);
  const root = download.suggestedFilename().replace(/\.zip$/, '');
  expect(names).toEqual(
    expect.arrayContaining([`${root}/manifest.json`, `${root}/signature.json`]),
  );
  const { status, text } = runVerifier(join(folder, root));
  expect(text).toContain('RESULT: Nothing in this folder has changed');
  expect(status).toBe(0);

  await page.goto('/dashboard/downloads');
  const card = page.getByRole('listitem').filter({ hasText: download.suggestedFilename() });
  await expect(card.getByText(/^Downloaded /)).toBeVisible();
});

test("a client signs in with single sign-on, and a stranger sees why they can't", async ({
  page,
  newPerson,
  provider,
}) => {
  provider.people.set('ann', { email: CLIENT, email_verified: true });
  provider.people.set('nobody', { email: 'nobody@builder.example', email_verified: true });
  await page.goto('/dashboard/projects');
  await signInAtProvider(page, 'ann');
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
  await expect(page.getByRole('link', { name: `View Details of ${PROJECT}` })).toBeVisible();

  const stranger = await newPerson();
  await stranger.goto('/auth');
  await signInAtProvider(stranger, 'nobody');
  await expect(stranger.getByRole('alert')).toContainText(
    "There's no account with your email address",
  );
  await expect(stranger.getByLabel('Email')).toBeVisible();
});

/** Clicks the sign-in button, then signs in and consents at the provider. */
async function signInAtProvider(page: Page, subject: string): Promise<void> {
  // Otherwise the provider's page would load fonts from the network.
  await page.route('https://fonts.googleapis.com/**', (route) =>
    route.fulfill({ contentType: 'text/css', body: '' }),
  );
  await page.getByRole('link', { name: 'Sign in with Builder ID' }).click();
  await page.getByPlaceholder('Enter any login').fill(subject);
  await page.getByPlaceholder('and password').fill('any');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

/** Input for a new project of the first company. */
async function newProject(page: Page, name: string) {
  const answer = await page.request.get('/api/companies');
  const { companies } = (await answer.json()) as { companies: { id: string }[] };
  return { name, companyId: companies[0]?.id };
}
