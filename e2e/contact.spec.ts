import type { Page } from '@playwright/test';
import { CONTACT_LIMITS, tooLong, CONTACT_MESSAGES } from '#domain/contact-messages.ts';
import { RateLimitedError } from '#domain/errors.ts';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';

// Browsers log refused requests.
test.use({ expectedErrors: [/status of (400|429|500)|net::ERR_(FAILED|INTERNET_DISCONNECTED)/] });

const FAILED = 'Failed to send message. Please try again or contact us directly.';
const FORM_VALUES = {
  Name: 'Maria Gonzalez',
  Email: 'maria@builder.example',
  Phone: '254 555 0177',
  Company: 'Gonzalez Builders',
  Message: 'Two stories in Hewitt, from March on.',
};

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send Message' });

async function fill(page: Page, values: Partial<typeof FORM_VALUES> = FORM_VALUES): Promise<void> {
  for (const [name, value] of Object.entries(values)) await field(page, name).fill(value);
}

async function expectKept(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(FORM_VALUES)) {
    await expect(field(page, name)).toHaveValue(value);
  }
  await expect(send(page)).toBeEnabled();
}

for (const [path, optional] of [
  ['/', {}],
  ['/contact', { Phone: '', Company: '' }],
] as const) {
  test(`a visitor sends a message from ${path}, and the form is cleared`, async ({ page }) => {
    await page.goto(path);
    await fill(page, { ...FORM_VALUES, ...optional });
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/contact', async (route) => {
      await released;
      await route.continue();
    });
    const answer = page.waitForResponse('**/api/contact');
    await send(page).click();
    const busy = page.getByRole('button', { name: 'Sending Message...' });
    await expect(busy).toBeDisabled();
    release();
    expect((await answer).status()).toBe(200);
    await expect(page.getByText('Message Sent!')).toBeVisible();
    // The text goes into an existing live region, because screen readers may miss a region that is added together with
    // its text.
    await expect(page.getByRole('form').getByRole('status')).toHaveText(
      "Thank you for contacting us. We'll get back to you soon.",
    );
    for (const name of Object.keys(FORM_VALUES)) await expect(field(page, name)).toHaveValue('');
    await expect(send(page)).toBeEnabled();
    await expectAccessible(page, 'contact form after sending');
  });
}

test('the form marks missing and invalid fields and sends nothing', async ({ page }) => {
  await page.goto('/contact');
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST') sent++;
  });
  for (const missing of ['Name', 'Email', 'Message'] as const) {
    await page.reload();
    await fill(page, { ...FORM_VALUES, [missing]: '  ' });
    await send(page).click();
    await expectAlert(page, 'Missing Information', 'Please fill in all required fields.');
    await expect(field(page, missing)).toBeFocused();
    await expect(field(page, missing)).toHaveAttribute('aria-invalid', 'true');
    await expect(field(page, missing)).toHaveAccessibleDescription('Please fill in this field.');
    await field(page, missing).fill('x');
    await expect(field(page, missing)).not.toHaveAttribute('aria-invalid');
  }
  for (const address of ['not an address', 'maria@gmail']) {
    await fill(page, { ...FORM_VALUES, Email: address });
    await send(page).click();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(CONTACT_MESSAGES.wrongEmail);
  }
  await fill(page);
  // Longer than the field lets people type, as when an estimate is added to a long message.
  await field(page, 'Message').evaluate((area: HTMLTextAreaElement) => {
    area.value = 'x'.repeat(10_001);
  });
  await send(page).click();
  await expect(field(page, 'Message')).toHaveAccessibleDescription(tooLong(CONTACT_LIMITS.message));
  expect(sent).toBe(0);
});

test('the form loads a new token right after sending, for the next message', async ({ page }) => {
  const ticket = () => page.waitForResponse('**/api/contact/token');
  const first = ticket();
  await page.goto('/contact');
  await fill(page);
  await first;
  // The page requests the next token automatically after sending.
  const second = ticket();
  await send(page).click();
  await second;
  const later: string[] = [];
  page.on('request', (request) => later.push(new URL(request.url()).pathname));
  await fill(page, { ...FORM_VALUES, Message: 'And a third story.' });
  const answer = page.waitForResponse('**/api/contact');
  await send(page).click();
  expect((await answer).status()).toBe(200);
  expect(later[0]).toBe('/api/contact');
});

test.describe('when sending fails, the form shows an error and keeps what was typed', () => {
  test('because of a server error', async ({ page }) => {
    await page.goto('/contact');
    await page.route('**/api/contact', (route) => route.fulfill({ status: 500, json: {} }));
    await fill(page);
    await send(page).click();
    await expectAlert(page, 'Error', FAILED);
    await expectKept(page);
    await page.unroute('**/api/contact');
    await send(page).click();
    await expect(page.getByText('Message Sent!')).toBeVisible();
  });

  test('because the server is unreachable', async ({ page, context }) => {
    await page.goto('/contact');
    await fill(page);
    await context.setOffline(true);
    await send(page).click();
    await expectAlert(page, FAILED);
    await expectKept(page);
  });

  test('because the server rejects a field, with its message at that field', async ({ page }) => {
    await page.goto('/contact');
    const message = `email: ${CONTACT_MESSAGES.wrongEmail}`;
    await page.route('**/api/contact', (route) =>
      route.fulfill({ status: 400, json: { code: 'INVALID_INPUT', status: 400, message } }),
    );
    await fill(page);
    await send(page).click();
    await expect(field(page, 'Email')).toBeFocused();
    await expect(field(page, 'Email')).toHaveAccessibleDescription(CONTACT_MESSAGES.wrongEmail);
    await expectKept(page);
  });

  test('because there were too many messages, with the message of the server', async ({ page }) => {
    await page.goto('/contact');
    const instead = ', or contact us directly';
    const { message } = new RateLimitedError(600, 'Too many messages from your network.', instead);
    await page.route('**/api/contact', (route) =>
      route.fulfill({ status: 429, json: { code: 'RATE_LIMITED', status: 429, message } }),
    );
    await fill(page);
    await send(page).click();
    await expectAlert(page, message);
    await expectKept(page);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toBeHidden();
  });
});

test('a visitor sends a message by keyboard alone', async ({ page }) => {
  await page.goto('/contact');
  await field(page, 'Name').focus();
  for (const value of Object.values(FORM_VALUES)) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(send(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Message Sent!')).toBeVisible();
  await expect(send(page)).toBeFocused();
});

test('the spam trap is out of sight and out of the tab order', async ({ page }) => {
  await page.goto('/contact');
  const trap = page.locator('input[name="website"]');
  await expect(trap).not.toBeInViewport();
  await expect(trap).toHaveAttribute('tabindex', '-1');
  await expect(page.getByRole('textbox', { name: 'Website' })).toHaveCount(0);
});
