import { readFile } from 'node:fs/promises';
import type { APIRequestContext, Page } from '@playwright/test';
import { spamMessage } from '#domain/form-submissions.ts';
import { readMailbox } from '#test/mailbox.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { signInByApi, OPERATOR } from './sample-site.ts';

/** Sends a contact form that was open for 3 s. */
async function sendMessage(
  request: APIRequestContext,
  message: { name: string; email: string; message: string; phone?: string; company?: string },
) {
  const { token } = (await (await request.get('/api/contact/token')).json()) as { token: string };
  const issued = Date.now();
  await expect.poll(() => Date.now() - issued).toBeGreaterThan(3000);
  const answer = await request.post('/api/contact', { data: { ...message, token } });
  expect(answer.status()).toBe(200);
}

const messageOf = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Form submissions' })
    .getByRole('listitem')
    .filter({ hasText: name });

const counter = (page: Page, label: string) =>
  page.getByText(label, { exact: true }).locator('xpath=following-sibling::*[1]');

test('an operator sees a message arrive, replies, sorts out spam and exports the inbox', async ({
  page,
  request,
  program,
}) => {
  const name = 'Ada Lopez';
  const email = 'ada.lopez@site.example';
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/submissions');
  await expect(page.getByRole('heading', { name: 'Form Submissions', level: 1 })).toBeVisible();
  const total = counter(page, 'Total Submissions');
  await expect(total).toHaveText(/^\d+$/);
  const before = Number(await total.textContent());

  // The live channel updates the list without a reload.
  const message = 'Two sites near Waco.\nEvery week, please.';
  await sendMessage(request, {
    name,
    email,
    message,
    phone: '(254) 555-0100',
    company: 'Builders',
  });
  const card = messageOf(page, name);
  await expect(card).toContainText('Every week, please.');
  await expect(card.getByText('New', { exact: true })).toBeVisible();
  await expect(total).toHaveText(String(before + 1));

  const reply = card.getByRole('link', { name: `Reply to ${name}` });
  const address = new URL((await reply.getAttribute('href')) ?? '');
  expect(address.protocol + address.pathname).toBe(`mailto:${email}`);
  expect(address.searchParams.get('subject')).toBe('Re: Your message to Overfly');
  expect(address.searchParams.get('body')).toContain('> Two sites near Waco.\r\n> Every week');
  await expect(card.getByRole('link', { name: `Call ${name}` })).toHaveAttribute(
    'href',
    'tel:2545550100',
  );

  await card.getByRole('button', { name: 'Mark as Read' }).click();
  await expect(card.getByText('New', { exact: true })).toBeHidden();
  await page.reload();
  await expect(card).toBeVisible();
  await expect(card.getByText('New', { exact: true })).toBeHidden();

  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await expectAccessible(page, 'inbox with an open menu');
  await page.getByRole('menuitem', { name: 'Mark as Spam' }).click();
  await expect(card.getByText('Suspected spam')).toBeVisible();
  await page.getByText('No spam', { exact: true }).click();
  await expect(card).toBeHidden();
  await page.getByText(/^Spam \d+$/).click();
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: 'Not Spam' }).click();
  await expect(card).toBeHidden();
  await page.getByText('All', { exact: true }).click();
  await expect(card).toBeVisible();

  const download = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const file = await (await download).path();
  expect(await readFile(file, 'utf8')).toContain(
    `"${name}","${email}","(254) 555-0100","Builders"`,
  );

  const sent = () => readMailbox(program.dataDir);
  await expect
    .poll(async () => (await sent()).filter(({ text }) => text.includes(name)))
    .toMatchObject([{ to: OPERATOR, links: [`${program.url}/operator/submissions`] }]);
  await expect.poll(async () => (await sent()).filter(({ to }) => to === email)).toHaveLength(1);

  // Follow the link as if from an email program.
  await page.goto('/dev/mail');
  await page.getByRole('link', { name: `New message from ${name} (Builders)` }).click();
  await expect(page.getByText('> Every week, please.')).toBeVisible();
  await page.getByRole('link', { name: `${program.url}/operator/submissions` }).click();
  await expect(page).toHaveURL(/\/operator\/submissions$/);
  await expect(card).toBeVisible();
});

test('an operator turns a lead into a client in one dialog', async ({ page, request }) => {
  const name = 'Lena Lead';
  await sendMessage(request, { name, email: 'lena@lead.example', message: 'Weekly, please.' });
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/submissions');
  const card = messageOf(page, name);
  await card.getByRole('combobox', { name: `Stage of ${name}` }).click();
  await page.getByRole('option', { name: 'Strategy Call' }).click();
  await page.getByRole('combobox', { name: 'Stage', exact: true }).click();
  await page.getByRole('option', { name: 'Strategy Call' }).click();
  await expect(card).toBeVisible();

  await card.getByRole('button', { name: 'Set Up Client' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set Up Client' });
  await dialog.getByLabel('Project Name').fill('Lead Tower');
  await expect(dialog).toContainText('an invitation that is emailed to lena@lead.example');
  await expectAccessible(page, 'dialog to set up a client');
  await dialog.getByRole('button', { name: 'Set Up Client' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('combobox', { name: 'Stage', exact: true }).click();
  await page.getByRole('option', { name: 'First Flight Planned' }).click();
  await card.getByRole('link', { name: 'Lead Tower' }).click();
  await expect(page.getByRole('heading', { name: 'Lead Tower', level: 1 })).toBeVisible();
});

test('an operator searches and sorts the inbox and sees why a message may be spam', async ({
  page,
  request,
}) => {
  const names = ['First Robot', 'Second Robot'];
  for (const name of names) {
    const data = {
      name,
      email: 'bot@else.example',
      message: 'Hello',
      website: 'https://x.example',
    };
    expect((await request.post('/api/contact', { data })).status()).toBe(200);
  }
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/submissions');
  const search = page.getByPlaceholder('Search submissions...');
  await search.fill('robot');
  const shown = page.getByRole('list', { name: 'Form submissions' }).getByRole('heading');
  const own = shown.filter({ hasText: /First|Second/ });
  await expect(own).toHaveText([...names].reverse());
  await page.getByRole('combobox', { name: 'Sort' }).click();
  await page.getByRole('option', { name: 'Oldest first' }).click();
  await expect(own).toHaveText(names);
  await expect(messageOf(page, names[0] ?? '')).toContainText(
    spamMessage(['no-token', 'hidden-field']),
  );
  await expect(messageOf(page, names[0] ?? '').getByText('New', { exact: true })).toBeHidden();
  await search.fill('nobody at all');
  await expect(page.getByText('No form submissions found')).toBeVisible();
  await expectAccessible(page, 'inbox without results');
});

test('the inbox shows the previous page when others have emptied the last one', async ({
  page,
}) => {
  const messages = Array.from({ length: 60 }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    name: `Visitor ${index + 1}`,
    email: 'visitor@site.example',
    phone: null,
    company: null,
    message: 'Hello',
    submittedAt: '2026-01-05T12:00:00.000Z',
    isRead: true,
    isSpam: false,
    spamReasons: [],
  }));
  let inbox = messages;
  const counts = { total: 60, thisWeek: 0, withCompany: 0, unread: 0, spam: 0 };
  await page.route('**/api/operator/form-submissions?*', (route) => {
    const first = Number(new URL(route.request().url()).searchParams.get('page')) * 50;
    const json = {
      formSubmissions: inbox.slice(first, first + 50),
      found: inbox.length,
      counts,
    };
    return route.fulfill({ json });
  });
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/submissions');
  await page.getByRole('button', { name: 'next page' }).click();
  await expect(messageOf(page, 'Visitor 60')).toBeVisible();
  inbox = messages.slice(0, 50);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(messageOf(page, 'Visitor 50')).toBeVisible();
});

test.describe('when the inbox fails to load', () => {
  test.use({ expectedErrors: [/status of 500/] });

  test('it shows an error instead of an empty list and loads on retry', async ({ page }) => {
    await signInByApi(page.request, OPERATOR);
    const inbox = '**/api/operator/form-submissions?*';
    await page.route(inbox, (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.goto('/operator/submissions');
    await expect(page.getByText('Failed to load form submissions')).toBeVisible();
    await expect(page.getByText('No form submissions found')).toBeHidden();
    await expectAccessible(page, 'inbox that failed to load');
    await page.unroute(inbox);
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByText('Failed to load form submissions')).toBeHidden();
    await expect(counter(page, 'Total Submissions')).toHaveText(/^\d+$/);
  });
});
