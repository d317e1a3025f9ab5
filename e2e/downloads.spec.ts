import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from '@playwright/test';
import { byteSize } from '#domain/byte-size.ts';
import { ERRORS } from '#domain/errors.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';

/** The browser logs the lost connection. */
test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

type Listed = { id: string; url: string; bytes: number; fileCount: number };

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** The file count and size of the archive, shown below the form. */
const archiveSize = (page: Page) =>
  page.getByRole('status').filter({ hasText: /^\d+ files?.*, [\d.]+ [KMGT]B$/ });

/** A headless browser has no file dialog, so this uses a file in the origin's private file system. */
const pickOwnFile = (context: BrowserContext) =>
  context.addInitScript(() => {
    Object.assign(window, {
      showSaveFilePicker: async () =>
        (await navigator.storage.getDirectory()).getFileHandle('weeks.zip', { create: true }),
    });
  });

const savedFile = (page: Page) =>
  page.evaluate(async () => {
    const folder = await navigator.storage.getDirectory();
    const bytes = await (await (await folder.getFileHandle('weeks.zip')).getFile()).arrayBuffer();
    const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  });

async function newest(page: Page): Promise<Listed> {
  const answer = await page.request.get('/api/downloads');
  const [first] = ((await answer.json()) as { downloads: Listed[] }).downloads;
  if (!first) throw new Error('The list of downloads is empty.');
  return first;
}

async function chooseProject(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: PROJECT }).click();
  await expect(archiveSize(page)).toBeVisible();
}

/** Returns a function that limits the download speed to bytes per second; -1 removes the limit. */
async function throttle(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (downloadThroughput: number) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput,
      uploadThroughput: -1,
    });
}

test('a download resumes after a pause, a reload and a lost connection, and other tabs show it', async ({
  page,
  context,
}) => {
  page.on('dialog', (dialog) => void dialog.accept());
  await pickOwnFile(context);
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/downloads');
  await chooseProject(page);
  const other = await context.newPage();
  await other.goto('/dashboard/downloads');
  const setSpeed = await throttle(page);
  await setSpeed(400_000);

  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const list = page.getByRole('list', { name: 'Your downloads' });
  await expect(list.getByText(/^Saving, \d/)).toBeVisible();
  await expect(other.getByText(/^Saving in another tab/)).toBeVisible();
  const pause = list.getByRole('button', { name: /^Pause/ });
  await expect
    .poll(() => list.getByRole('progressbar').getAttribute('aria-valuenow'))
    .not.toBe('0');
  await pause.click();
  await expect(list.getByText(/^Paused, \d/)).toBeVisible();
  await expect(other.getByText(/^Paused, \d/)).toBeVisible();

  await page.reload();
  await expect(list.getByText(/^Paused, [1-9]/)).toBeVisible();
  await list.getByRole('button', { name: /^Continue/ }).click();
  await expect(pause).toBeVisible();
  await page.reload();
  // Continues without another click, because the permission to write is still granted.
  await expect(pause).toBeVisible();
  await context.setOffline(true);
  await expect(list.getByText(/^Waiting for a connection/)).toBeVisible();
  await context.setOffline(false);
  await setSpeed(-1);
  await expect(list.getByText(/^Saved, /)).toBeVisible({ timeout: 60_000 });
  await expect(other.getByText(/^Saved, /)).toBeVisible();

  const { url } = await newest(page);
  const whole = await (await page.request.get(url)).body();
  expect(await savedFile(page)).toBe(sha256(whole));
});

test('a browser without a save dialog downloads the ZIP directly, and the list shows it', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const showSaveFilePicker = () => Promise.reject(new DOMException('', 'SecurityError'));
    Object.assign(window, { showSaveFilePicker });
  });
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/downloads');
  await chooseProject(page);
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  await downloading;
  const list = page.getByRole('list', { name: 'Your downloads' });
  await expect(
    list
      .getByRole('listitem')
      .first()
      .getByText(/^Downloaded /),
  ).toBeVisible();
});

test('a client downloads selected weeks in the browser and by command line, then removes the ZIP', async ({
  page,
  playwright,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/downloads');
  await chooseProject(page);
  const size = archiveSize(page);
  const all = await size.innerText();
  await page.getByRole('radio', { name: 'Some weeks' }).check();
  await expect(size).not.toHaveText(all);
  await page.getByRole('checkbox', { name: /^Photos/ }).uncheck();
  await expect(page.getByText(ERRORS.DOWNLOAD_EMPTY[1])).toBeVisible();
  await page.getByRole('checkbox', { name: /^Photos/ }).check();
  await page.getByRole('radio', { name: '2048 px' }).check();
  await expect(size).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download ZIP' }).click();
  const download = await downloading;
  const bytes = await readFile(await download.path());
  const { fileCount } = await newest(page);
  await expect(size).toHaveText(`${fileCount} files, ${byteSize(bytes.length)}`);
  const card = page.getByRole('listitem').filter({ hasText: download.suggestedFilename() }).first();
  await expect(card.getByText(/^Downloaded /)).toBeVisible();

  await card.getByRole('button', { name: /^Command Line/ }).click();
  await page.getByRole('button', { name: 'Create Command' }).click();
  const command = await page.getByLabel('Command', { exact: true }).inputValue();
  const address = /"(http[^"]+)"$/.exec(command)?.[1] ?? '';
  const commandLine = await playwright.request.newContext();
  expect(sha256(await (await commandLine.get(address)).body())).toBe(sha256(bytes));
  await page.keyboard.press('Escape');

  await card.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Download removed')).toBeVisible();
  expect((await commandLine.get(address)).status()).toBe(404);
  await commandLine.dispose();
});
