import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { newFolder } from './flight.ts';
import { expect, test, testOnBoth } from './product.ts';
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

type Site = { page: Page; openSection: (name: string) => Promise<void> };

const save = (page: Page) => page.getByRole('button', { name: 'Save Changes' }).click();

async function startMailServer() {
  const subjects: (string | undefined)[] = [];
  const mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      stream.on('end', done);
      void text(stream).then((raw) => subjects.push(/^Subject: (.*)$/m.exec(raw)?.[1]?.trim()));
    },
  });
  mail.server.listen(0, '127.0.0.1');
  await once(mail.server, 'listening');
  const { port } = mail.server.address() as AddressInfo;
  const stop = () => {
    mail.close();
    return once(mail.server, 'close');
  };
  return { port, subjects, stop };
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

async function setMap({ page, openSection }: Site) {
  const tiles = await startTiles();
  try {
    await openSection('Map');
    await page.getByLabel('Attribution').fill('© Red Tiles');
    await page.getByLabel('Tile URL').fill(`${tiles.url}/page/{z}/{x}/{y}`);
    await expect(page.getByText('returned a web page instead of a map tile.')).toBeVisible();
    await openSection('About');
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await page.getByLabel('Tile URL').fill(`${tiles.url}/{z}/{x}/{y}.png`);
    const map = page.frameLocator('iframe[title="Map of your projects"]');
    await expect(map.getByText('© Red Tiles')).toBeVisible();
    await save(page);
    await expect(page.getByText('Settings saved').last()).toBeVisible();
    // Leave the map before its tiles are gone.
    await openSection('About');
    await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible();
  } finally {
    tiles.stop();
  }
}

const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">
  <script>alert(1)</script><rect width="60" height="20" rx="4" fill="#0a7"/></svg>`;

async function setEmail({ page }: Site) {
  const mail = await startMailServer();
  try {
    await page.getByLabel('Mail Server').fill('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill('9');
    await save(page);
    await expect(page.getByText('Could not connect to the mail server.').first()).toBeVisible();
    await expect(page.getByLabel('Mail Server')).toHaveValue('127.0.0.1');
    await page.getByRole('textbox', { name: 'Port' }).fill(String(mail.port));
    await save(page);
    await expect(page.getByText('The mail server does not offer STARTTLS').first()).toBeVisible();
    await page.getByRole('combobox', { name: 'Encryption' }).click();
    await page.getByRole('option', { name: /^None/ }).click();
    await save(page);
    await expect(page.getByText('Settings saved')).toBeVisible();
    await page.getByRole('button', { name: 'Send Test Email' }).click();
    await expect(page.getByText('The mail server accepted the email')).toBeVisible();
    await expect.poll(() => mail.subjects).toEqual(['Test email from Overfly']);
  } finally {
    await mail.stop();
  }
}

async function setBrand({ page, openSection }: Site) {
  await openSection('Business');
  const email = page.getByRole('textbox', { name: 'Email', exact: true });
  await page.getByLabel('Name').fill('Field Aerials');
  await email.fill('nobody');
  await save(page);
  await expect(page.getByText('Email must be an email address')).toBeVisible();
  await email.fill('hello@flights.test');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload Logo', exact: true }).click();
  const logo = { name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) };
  await (await chooser).setFiles(logo);
  const preview = page.getByAltText('Logo on a light background');
  await expect(preview).toHaveAttribute('src', /^\/brand\/.+\.png$/);
  await page.getByLabel('Accent Color').fill('#00aa77');
  await save(page);
  await expect(page).toHaveTitle(/Field Aerials/);
}

async function makeBackup({ page, openSection }: Site) {
  await openSection('Backups');
  await page.getByLabel('Folder').fill(await newFolder('backups'));
  await save(page);
  await expect(page.getByText('Settings saved').last()).toBeVisible();
  await page.goto(new URL('/operator/system', page.url()).href);
  await page.getByRole('button', { name: 'Back Up Now' }).click();
  const made = page.getByRole('button', { name: 'Verify' }).first();
  await expect(made).toBeVisible({ timeout: 60_000 });
}

testOnBoth(
  'the printed link creates the first admin, who sets up the site',
  async ({ newPerson, isMobile }) => {
    test.setTimeout(240_000);
    const fresh = await startProgram({ DATA_DIR: await newFolder('nobody'), DEMO: '0' });
    try {
      await expect.poll(fresh.log).toContain('/setup#');
      const [link = ''] = /http\S+\/setup#\S+/.exec(fresh.log()) ?? [];
      const page = await newPerson();
      const sections = page.getByRole('navigation', { name: 'Settings' });
      const site: Site = {
        page,
        async openSection(name) {
          if (isMobile) await page.getByLabel('Settings section').selectOption(name);
          else await sections.getByText(name, { exact: true }).click();
        },
      };
      await page.goto(link);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(page.getByText('First name is required.')).toBeVisible();
      await fillAdmin(page, 'nora@flights.test');
      await page.getByRole('button', { name: 'Create Account' }).click();
      const checklist = page.getByRole('region', { name: 'Set Up Your Site' });
      await expect(checklist.getByText('0 of 8 done')).toBeVisible();
      await checklist.getByRole('link', { name: /^Connect a mail server/ }).click();
      await setEmail(site);
      await setBrand(site);
      const visitor = await newPerson();
      await visitor.goto(new URL('/', page.url()).href);
      await expect(visitor).toHaveTitle(/Field Aerials/);
      await setMap(site);
      await site.openSection('About');
      await expect(page.getByText(/^PostgreSQL \d+/)).toBeVisible();
      await makeBackup(site);
      await page.goto(new URL('/operator', page.url()).href);
      await expect(checklist.getByText('4 of 8 done')).toBeVisible();
      await checklist.getByRole('button', { name: 'Hide' }).click();
      await expect(checklist).toBeHidden();
      await page.goto(link);
      await expect(page.getByText(/is already set up\./)).toBeVisible();
      for (const open of [page, visitor]) await open.goto('about:blank');
    } finally {
      await fresh.stop();
    }
  },
);

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
