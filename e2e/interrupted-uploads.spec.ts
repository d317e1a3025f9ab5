import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { makeFlightPhotos, hashesIn, newFolder } from './flight.ts';
import { expect, test } from './product.ts';
import { openDraft } from './new-draft.ts';
import { signInByApi, OPERATOR, signIn } from './sample-site.ts';

const PROJECT = 'Lakeview Clinic (sample)';
const LARGE = 'site-report.pdf';
const pdf = (bytes: Buffer) =>
  Buffer.concat([Buffer.from('%PDF-1.7\n'), bytes, Buffer.from('\n%%EOF\n')]);
const LARGE_BYTES = 12 * 1024 ** 2;
/** Bytes per second on the slow connection, and how much of the large file must be sent before it breaks. */
const SLOW = 512 * 1024;
/** The server restarts, and the page retries every ten seconds. */
const RECOVERY_TIMEOUT = { timeout: 120_000 };

// Errors for an unreachable server and for canceled requests.
test.use({ expectedErrors: [/ERR_|WebSocket|status of 4(01|04|23)/] });

test('an upload resumes after a reload and a server crash without losing a byte', async ({
  page,
  program,
}) => {
  test.setTimeout(400_000);
  const folder = await makeFlightPhotos({ day: '2025-07-07', week: 2 });
  const report = pdf(randomBytes(LARGE_BYTES));
  await writeFile(join(folder, LARGE), report);
  await signInByApi(page.request, OPERATOR);
  const submissionId = await openDraft(page, PROJECT, 'On a bad connection');
  const folderInput = page.getByLabel('Folder to upload');
  const removeLimit = await throttle(page, SLOW);

  await test.step('the page reloads in the middle of the large file', async () => {
    await folderInput.setInputFiles(folder);
    await untilReceived(page, submissionId, SLOW);
    page.once('dialog', (dialog) => void dialog.accept());
    await page.reload();
    await expectAlert(
      page,
      'This upload was interrupted',
      'Drop the same folder again to continue',
    );
    // This appears once the uploaded photos are ready.
    await expect(page.getByText(/files? not uploaded yet\. Upload/)).toBeVisible(RECOVERY_TIMEOUT);
  });
  const before = await receivedBytes(page, submissionId);
  expect(before).toBeGreaterThanOrEqual(SLOW);

  await test.step('selecting the folder again resumes the upload', async () => {
    const resumed = collectOffsets(page);
    await folderInput.setInputFiles(folder);
    await untilReceived(page, submissionId, before + SLOW);
    expect(resumed.some((offset) => offset >= before)).toBe(true);
  });
  await test.step('the upload resumes automatically after a server crash', async () => {
    await program.restart('SIGKILL');
    const kept = await receivedBytes(page, submissionId);
    expect(kept).toBeGreaterThanOrEqual(before + SLOW);
    expect(kept).toBeLessThan(report.length);
    await removeLimit();
    await expect(page.getByText('4 files uploaded').first()).toBeVisible(RECOVERY_TIMEOUT);
    await expect(page.getByText('Connection lost.')).toHaveCount(0);
  });
  await test.step('every file is stored once, with its original bytes', async () => {
    const sent = Object.entries(await hashesIn(folder)).map((file) => file.join(' '));
    await expect.poll(() => storedFiles(page, submissionId)).toEqual(sent);
    await expect(page.getByText('Clients will see 3 photos, 1 document.')).toBeVisible(
      RECOVERY_TIMEOUT,
    );
  });
});

test('a dropped folder resumes automatically after a reload', async ({ page }) => {
  test.setTimeout(200_000);
  const folder = await newFolder('documents');
  await writeFile(join(folder, LARGE), pdf(randomBytes(LARGE_BYTES)));
  await signInByApi(page.request, OPERATOR);
  const submissionId = await openDraft(page, PROJECT, 'On a bad connection');
  const removeLimit = await throttle(page, SLOW);
  await drop(page, folder);
  await untilReceived(page, submissionId, SLOW);
  page.once('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('Uploading 0 of 1 file')).toBeVisible();
  await removeLimit();
  await expect(page.getByText('1 file uploaded').first()).toBeVisible(RECOVERY_TIMEOUT);
  const sent = Object.entries(await hashesIn(folder)).map((file) => file.join(' '));
  await expect.poll(() => storedFiles(page, submissionId)).toEqual(sent);
});

test('two tabs upload a file once, and the second continues when the first closes', async ({
  page,
  context,
}) => {
  test.setTimeout(200_000);
  const folder = await newFolder('tabs');
  await writeFile(join(folder, LARGE), pdf(randomBytes(LARGE_BYTES)));
  await signInByApi(page.request, OPERATOR);
  const submissionId = await openDraft(page, PROJECT, 'On a bad connection');
  await throttle(page, SLOW);
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  await untilReceived(page, submissionId, SLOW);

  const other = await context.newPage();
  const resumed = collectOffsets(other);
  await other.goto(page.url());
  const notice = other.getByText('Another browser tab is uploading: 0 of 1 file so far.');
  await expect(notice).toBeVisible();
  await other.getByLabel('Folder to upload').setInputFiles(folder);
  const before = await receivedBytes(page, submissionId);
  await untilReceived(page, submissionId, before + SLOW);
  await expect(notice).toBeVisible();
  expect(resumed).toEqual([]);

  await page.close();
  await expect(other.getByText('1 file uploaded').first()).toBeVisible(RECOVERY_TIMEOUT);
  await expect(notice).toHaveCount(0);
  expect(resumed[0]).toBeGreaterThanOrEqual(before + SLOW);
  const sent = Object.entries(await hashesIn(folder)).map((file) => file.join(' '));
  await expect.poll(() => storedFiles(other, submissionId)).toEqual(sent);
});

test('upload data stored in the browser by an older version is removed', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator');
  await page.evaluate(async () => {
    localStorage.setItem('overfly-upload/ann/s/f0', '/api/uploads/1');
    const request = indexedDB.open('overfly-uploads', 1);
    request.addEventListener('upgradeneeded', () =>
      request.result
        .createObjectStore('batches', { keyPath: 'submissionId' })
        .put({ submissionId: 's', handles: [], files: [], isPaused: false }),
    );
    await new Promise<void>((resolve) => {
      request.addEventListener('success', () => {
        request.result.close();
        resolve();
      });
    });
  });
  await openDraft(page, PROJECT, 'On a bad connection');
  const left = () =>
    page.evaluate(async () => [
      ...(await indexedDB.databases()).map(({ name }) => name),
      ...Object.keys(localStorage).filter((key) => key.startsWith('overfly-upload/')),
    ]);
  await expect.poll(left).not.toContain('overfly-uploads');
  expect(await left()).not.toContain('overfly-upload/ann/s/f0');
});

test('an upload resumes when the operator signs in again after the session has ended', async ({
  page,
  context,
}) => {
  test.setTimeout(200_000);
  const folder = await newFolder('session');
  for (const name of ['1.pdf', '2.pdf', '3.pdf', '4.pdf', LARGE]) {
    await writeFile(join(folder, name), pdf(randomBytes(LARGE_BYTES / 8)));
  }
  await signInByApi(page.request, OPERATOR);
  const submissionId = await openDraft(page, PROJECT, 'On a bad connection');
  const removeLimit = await throttle(page, SLOW);
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  // Three files are sent at once. Those succeed, and the next ones are refused.
  await expect(page.getByText('Waiting', { exact: false }).first()).toBeVisible();
  await expect(page.getByText(/^Uploading 0 of 5 files$/)).toBeVisible();
  await context.clearCookies();
  await removeLimit();
  await page.waitForURL(/\/auth\?next=/, RECOVERY_TIMEOUT);
  await signIn(page, OPERATOR);
  await expect(page.getByText('5 files uploaded').first()).toBeVisible(RECOVERY_TIMEOUT);
  await expect(page.getByText('This upload was interrupted')).toHaveCount(0);
  const sent = Object.entries(await hashesIn(folder)).map((file) => file.join(' '));
  await expect.poll(() => storedFiles(page, submissionId)).toEqual(sent);
});

/** Drops a folder like a file manager, so that the browser provides its handle. */
async function drop(page: Page, folder: string): Promise<void> {
  const box = await page.getByText('Drop a folder or files here').boundingBox();
  const browser = await page.context().newCDPSession(page);
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await browser.send('Input.dispatchDragEvent', {
      type,
      x: (box?.x ?? 0) + 5,
      y: (box?.y ?? 0) + 5,
      data: { items: [], files: [folder], dragOperationsMask: 1 },
    });
  }
}

/** Limits the upload speed; returns a function to remove the limit. */
async function throttle(page: Page, uploadThroughput: number): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page);
  const limit = (bytes: number) =>
    browser.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: bytes,
    });
  await limit(uploadThroughput);
  return async () => {
    await limit(-1);
  };
}

/** Collects the offsets at which the page resumes uploads. */
function collectOffsets(page: Page): number[] {
  const found: number[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') found.push(Number(request.headers()['upload-offset']));
  });
  return found;
}

/** How many bytes of the large file the server has received. */
async function receivedBytes(page: Page, submissionId: string): Promise<number> {
  const answer = await page.request.get(`/api/operator/submissions/${submissionId}/uploads`);
  const { uploads } = (await answer.json()) as {
    uploads: { fileName: string; bytesReceived: number }[];
  };
  return uploads.find(({ fileName }) => fileName === LARGE)?.bytesReceived ?? 0;
}

const untilReceived = (page: Page, submissionId: string, bytes: number) =>
  expect
    .poll(() => receivedBytes(page, submissionId), { timeout: 60_000, intervals: [100] })
    .toBeGreaterThanOrEqual(bytes);

/** The submission's files as 'name SHA-256', by name. */
async function storedFiles(page: Page, submissionId: string): Promise<string[]> {
  const answer = await page.request.get(`/api/operator/submissions/${submissionId}/files`);
  const { files } = (await answer.json()) as { files: { fileName: string; sha256: string }[] };
  return files.map((file) => `${file.fileName} ${file.sha256}`).toSorted();
}
