import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { newFolder } from './flight.ts';
import { expect, test } from './product.ts';
import { startProgram } from './program.ts';
import { OPERATOR, signIn } from './sample-site.ts';
import type { Page } from '@playwright/test';

// The used link, settings that are refused, and requests of the removed account.
test.use({ instance: 'set-up', expectedErrors: [/status of 4(00|01|10|22)|WebSocket/] });

async function fillAdmin(page: Page, email: string) {
  await page.getByLabel('First Name').fill('Nora');
  await page.getByLabel('Last Name').fill('Field');
  await page.getByLabel('Email').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill('three cranes at dawn');
}

/** Serves the same picture for every tile; below /page, a web page. */
async function startTiles() {
  const picture = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const server = createServer(({ url = '' }, response) => {
    const isPage = url.startsWith('/page');
    response.setHeader('content-type', isPage ? 'text/html' : 'image/png');
    response.end(isPage ? '<!doctype html>' : picture);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

async function setMap(page: Page) {
  const tiles = await startTiles();
  try {
    await page.getByRole('link', { name: 'Map', exact: true }).click();
    await page.getByLabel('Attribution').fill('© Red Tiles');
    await page.getByLabel('Tile URL').fill(`${tiles.url}/page/{z}/{x}/{y}`);
    await expect(page.getByText('returned a web page instead of a map tile.')).toBeVisible();
    await page.getByRole('link', { name: 'About' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Tile URL').fill(`${tiles.url}/{z}/{x}/{y}.png`);
    const map = page.frameLocator('iframe[title="Map of your projects"]');
    await expect(map.getByText('© Red Tiles')).toBeVisible();
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
  } finally {
    tiles.stop();
  }
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
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByLabel('Name').fill('Field Aerials');
    await page.getByLabel('Accent Color').fill('blue');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Accent Color must look like #3552d0')).toBeVisible();
    await page.getByRole('button', { name: 'Discard Changes' }).click();
    await page.getByLabel('Name').fill('Field Aerials');
    await page.getByLabel('Email').fill('hello@flights.test');
    await page.getByRole('button', { name: 'Save Changes' }).click();
    await expect(page.getByText('Settings saved')).toBeVisible();
    await setMap(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByLabel('Settings section').selectOption('About');
    await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible();
    await page.goto(new URL('/operator', page.url()).href);
    await expect(checklist.getByText('2 of 8 done')).toBeVisible();
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
