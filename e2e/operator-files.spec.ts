import { readFile } from 'node:fs/promises';
import { writeVideo } from '#test/fixtures/videos.ts';
import type { Locator } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT } from './sample-site.ts';
import { projectViewpoints } from './read-api.ts';

test('an operator uploads a document that a client can download until it is deleted', async ({
  page,
}) => {
  const name = `Soil report ${Date.now().toString(36)}.pdf`;
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/files');
  await page.getByRole('button', { name: 'Upload Files' }).click();
  const dialog = page.getByRole('dialog');
  const upload = dialog.getByRole('button', { name: 'Upload', exact: true });
  await upload.click();
  await expectAlert(page, 'Please select files to upload');
  const buffer = Buffer.from(`%PDF-1.4 ${name} %%EOF`);
  await dialog
    .getByLabel('Files to upload')
    .setInputFiles([{ name, mimeType: 'application/pdf', buffer }]);
  await dialog.getByRole('combobox', { name: 'Target Client' }).click();
  await page.getByRole('option', { name: /DEMO001/ }).click();
  await dialog.getByLabel('Description').fill('Signed by the city');
  await expectAccessible(page, 'files before the upload');
  await upload.click();

  // The live channel updates the list without a reload.
  await page.getByPlaceholder('Search files...').fill('signed by the CITY');
  const row = page.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('Brazos Builders (sample) · documents · Signed by the city');
  await expect(row).toContainText('Disk');
  await expectAccessible(page, 'stored files');

  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/downloads');
  const link = page.getByRole('link', { name: `Download ${name}` });
  await expect(link).toBeVisible();
  const address = (await link.getAttribute('href')) ?? '';
  expect(await (await page.request.get(address)).body()).toEqual(buffer);

  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/files');
  await page.getByRole('button', { name: `Delete ${name}` }).click();
  await expect(dialog).toContainText(
    'Brazos Builders (sample) will no longer find it under Downloads.',
  );
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expectAlert(page, 'File deleted');
  await expect(page.getByRole('button', { name: `Delete ${name}` })).toBeHidden();
  await signInByApi(page.request, CLIENT);
  expect((await page.request.get(address)).status()).toBe(404);
});

test('an operator uploads a video, adds chapters, embeds it and publishes it', async ({
  page,
  newPerson,
}, testInfo) => {
  const title = `Flight ${Date.now().toString(36)}`;
  const video = await readFile(
    await writeVideo(testInfo.outputPath('flight.mp4'), { seconds: 4, rate: 5 }),
  );
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/videos');
  await page.getByRole('button', { name: 'New Video Submission' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option').filter({ hasText: PROJECT }).click();
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create and Add Videos' }).click();

  const input = dialog.getByLabel('Files to upload');
  await input.setInputFiles([{ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('a') }]);
  await expectAlert(page, 'Please select only video files for video submissions.');
  await input.setInputFiles([{ name: `${title}.mp4`, mimeType: 'video/mp4', buffer: video }]);
  await expect(dialog.getByRole('button', { name: `Embed ${title}.mp4` })).toBeVisible({
    timeout: 60_000,
  });
  await expectAccessible(page, 'videos of a submission');
  await dialog.getByRole('button', { name: `Chapters and Picture of ${title}.mp4` }).click();
  await editChapters(page.getByRole('dialog', { name: /^Chapters and Picture of/ }));
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(1);
  await dialog.getByRole('button', { name: 'Embed All Videos' }).click();

  await dialog.getByRole('tab', { name: 'Content Details' }).click();
  await expect(dialog.getByLabel('Content', { exact: true })).toHaveValue(/^!\[Flight .*\]\(file:/);
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Published' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText('published');

  const client = await newPerson();
  await signInByApi(client.request, CLIENT);
  const { project } = await projectViewpoints(client, PROJECT);
  await client.goto(`/dashboard${project}?tab=videos`);
  const chapters = client.getByRole('list', { name: 'Chapters' }).first().getByRole('button');
  await expect(chapters).toHaveText(['0:00 Start', '0:03 Crane goes up']);
  await row.getByRole('button', { name: `Delete ${title}` }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(row).toBeHidden();
});

/** Adds chapters at the current position, renames, moves, deletes and restores them, checking the focus. */
async function editChapters(dialog: Locator): Promise<void> {
  const seekTo = (second: number) =>
    dialog.locator('video').evaluate((video: HTMLVideoElement, at) => {
      video.currentTime = at;
    }, second);
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  for (const [second, name] of ['Start', 'Crane', 'Roof'].entries()) {
    await seekTo(second);
    await dialog.getByLabel(`New chapter at 0:0${second}`).fill(name);
    await press('Add Chapter');
    await expect(dialog.getByLabel(/^New chapter/)).toBeFocused();
  }
  await dialog.getByLabel('Name of the chapter at 0:01').fill('Crane goes up');
  await dialog.getByLabel('Name of the chapter at 0:01').press('Enter');
  await seekTo(3);
  await press('Move to 0:03: Crane goes up');
  await expect(dialog.getByRole('button', { name: 'Go to Crane goes up, 0:03' })).toBeFocused();
  await press('Remove Start');
  await press('Undo');
  await expect(dialog.getByRole('button', { name: 'Go to Start, 0:00' })).toBeFocused();
  await press('Remove Roof');
  await expect(dialog.getByText("'Roof' was removed.")).toBeVisible();
}
