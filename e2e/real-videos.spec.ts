import { readFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';
import type { Page } from '@playwright/test';
import type { SubmissionFile } from '#domain/files.ts';
import { readFlightLog } from '#web/files/viewer/flight-log.ts';
import { createByButton } from './new-draft.ts';
import { expect, test } from './product.ts';
import { realFiles } from './real-files.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT } from './sample-site.ts';
import { readApi } from './read-api.ts';

const PROCESSING_TIMEOUT = { timeout: 180_000 };

// real-files.spec.ts describes the folder.
test.use({ instance: 'real files' });
test.setTimeout(300_000);

test('a client plays videos, one with the flight data of its drone', async ({
  page,
  newPerson,
}) => {
  const videos = await realFiles('video');
  const log = await readableLog();
  await signInByApi(page.request, OPERATOR);
  const { id, projectId } = await createVideoSubmission(page);
  const dialog = page.getByRole('dialog');
  const input = dialog.getByLabel('Files to upload');
  await input.setInputFiles(videos);
  const recorded = videos[0] ?? '';
  const name = `${basename(recorded, extname(recorded))}.SRT`;
  await input.setInputFiles([{ name, mimeType: 'application/x-subrip', buffer: log }]);
  const embed = dialog.getByRole('button', { name: /^Embed (?!All)/ });
  await expect(embed).toHaveCount(videos.length, PROCESSING_TIMEOUT);
  const staffFiles = `/operator/submissions/${id}/files`;
  const own = (await readApi<{ files: SubmissionFile[] }>(page, staffFiles)).files;
  const fileIds = own.flatMap((file) => (file.fileName === name ? file.id : []));
  const shown = { data: { fileIds, isForClients: true } };
  await page.request.put('/api/operator/files/for-clients', shown);
  await dialog.getByRole('tab', { name: 'Content Details' }).click();
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Published' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();

  const client = await newPerson();
  await signInByApi(client.request, CLIENT);
  const address = `/dashboard/projects/${projectId}/week/${id}`;
  await client.goto(address);
  const { files } = await readApi<{ files: SubmissionFile[] }>(client, `/submissions/${id}/files`);
  for (const file of files.filter(({ kind }) => kind === 'video')) await expectToPlay(client, file);
  await test.step('flight data is shown on its video', async () => {
    const video = files.find(({ fileName }) => fileName === basename(recorded));
    await client.goto(`${address}?view=single_${id}.${video?.id}`);
    const viewer = client.getByRole('dialog', { name: 'Media viewer' });
    await viewer.getByRole('button', { name: 'Flight data' }).click();
    await expect(viewer.getByText(readFlightLog(String(log), 'us')[0]?.text ?? '')).toBeVisible();
  });
});

test('a client downloads a stored file exactly as it was uploaded', async ({ page }) => {
  const [path = ''] = await realFiles('odd');
  const name = basename(path);
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/files');
  await page.getByRole('button', { name: 'Upload Files' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Files to upload').setInputFiles([path]);
  await dialog.getByRole('combobox', { name: 'Target Client' }).click();
  await page.getByRole('option', { name: /DEMO001/ }).click();
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click();
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible(PROCESSING_TIMEOUT);
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/downloads');
  const link = page.getByRole('link', { name: `Download ${name}`, exact: true });
  const answer = await page.request.get((await link.getAttribute('href')) ?? '');
  expect(await answer.body()).toEqual(await readFile(path));
});

/** The first flight log with flight data. */
async function readableLog(): Promise<Buffer> {
  for (const path of await realFiles('srt')) {
    const log = await readFile(path);
    if (readFlightLog(String(log), 'us').length > 0) return log;
  }
  throw new Error('No flight log in srt/ can be read.');
}

async function createVideoSubmission(page: Page): Promise<{ id: string; projectId: string }> {
  await page.goto('/operator/videos');
  await page.getByRole('button', { name: 'New Video Submission' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option').filter({ hasText: PROJECT }).click();
  await dialog.getByLabel('Title').fill('Real videos');
  return createByButton(page, dialog.getByRole('button', { name: 'Create and Add Videos' }));
}

/** Expects a video to show its poster and duration, and to play. */
async function expectToPlay(client: Page, { fileName, durationSeconds }: SubmissionFile) {
  const player = client.getByLabel(/^Video \d+$/).first();
  const poster = await client.request.get((await player.getAttribute('poster')) ?? '');
  expect(poster.status(), `poster of ${fileName}`).toBe(200);
  await player.evaluate((element: HTMLVideoElement) => {
    element.muted = true;
    return element.play();
  });
  const facts = () =>
    player.evaluate(({ currentTime, videoWidth, duration }: HTMLVideoElement) => ({
      isRunning: currentTime > 0 && videoWidth > 0,
      duration,
    }));
  const duration = expect.closeTo(durationSeconds ?? 0, 0);
  await expect.poll(facts, { message: fileName }).toEqual({ isRunning: true, duration });
}
