import { freePort } from '../scripts/test-database.mjs';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { startProgram, type Program } from './program.ts';
import { OPERATOR, signIn } from './sample-site.ts';

let program: Program;
test.beforeEach(async () => {
  // Not a sample address, because emails to sample people are never sent.
  program = await startProgram({
    SMTP_URL: `smtp://127.0.0.1:${await freePort()}`,
    OPERATOR_EMAIL: 'office@flights.test',
  });
});
test.afterEach(async ({ page }) => {
  await page.close();
  await program.stop();
});

test('staff receive messages while the mail server is down and resend the emails', async ({
  page,
  request,
}) => {
  const data = { name: 'Ada', email: 'ada@site.example', message: 'A question' };
  expect((await request.post(`${program.url}/api/contact`, { data })).status()).toBe(200);

  await page.goto(`${program.url}/auth`);
  await signIn(page, OPERATOR);
  await page.goto(`${program.url}/operator/submissions`);
  await expect(page.getByText('A question')).toBeVisible();

  const mail = async () =>
    ((await (await request.get(`${program.url}/api/health`)).json()) as { mail: { ok: boolean } })
      .mail;
  await expect
    .poll(mail)
    .toMatchObject({ ok: false, detail: 'SMTP; 1 email could not be sent yet' });
  await page.goto(`${program.url}/operator`);
  const section = page.getByRole('region', { name: 'Unsent Emails' });
  await expect(section).toContainText('New message from Ada');
  await expect(section).toContainText('ECONNREFUSED');
  await expect(section).toContainText('Tried 1 time, next');
  await expect(page.getByRole('region', { name: 'System' })).toContainText(
    /Email\s*Failing\s*SMTP; 1 email could not be sent yet/i,
  );
  await expect(page.getByRole('link', { name: '1 email could not be sent' })).toBeVisible();
  await expectAccessible(page, 'overview with failed emails');

  await section.getByRole('button', { name: /^Send Again/ }).click();
  await expectAlert(page, 'Sending the email again');
});
