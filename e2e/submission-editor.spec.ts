import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { ERRORS } from '#domain/errors.ts';
import { jpegPhoto } from '../test/fixtures/photos.ts';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { openDraft } from './new-draft.ts';
import { signInByApi, OPERATOR } from './sample-site.ts';

/** Uploading and processing a few photos on a busy machine. */
const PROCESSING_MS = 60_000;

let folder: string;
test.beforeEach(async ({ page }) => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-card-'));
  await signInByApi(page.request, OPERATOR);
});
test.afterEach(() => rm(folder, { recursive: true, force: true }));

/** Writes a card with photos in a camera's folders. They are a minute apart, in reverse order of their names. */
async function writeCard(names: readonly string[]): Promise<void> {
  const camera = join(folder, 'DCIM', '100MEDIA');
  await mkdir(camera, { recursive: true });
  for (const [index, name] of names.entries()) {
    const taken = `2023:08:02 10:${String(names.length - index).padStart(2, '0')}:00`;
    // Makes the bytes unique, as a project rejects duplicates.
    const exif = {
      IFD0: { ImageDescription: randomUUID() },
      IFD2: { DateTimeOriginal: taken, OffsetTimeOriginal: '-05:00' },
    };
    await writeFile(
      join(camera, name),
      await jpegPhoto({ width: 320 + 20 * index, height: 240, exif }),
    );
  }
}

const beginSubmission = (page: Page, title: string) =>
  openDraft(page, 'Trinity Yard (sample)', title);

const uploadFolder = (page: Page) =>
  page.getByLabel('Folder to upload', { exact: true }).setInputFiles(folder);
const grid = (page: Page): Locator => page.getByRole('list', { name: 'Files in this submission' });
const namesIn = (page: Page) =>
  grid(page)
    .locator('[data-open]')
    .evaluateAll((tiles) => tiles.map((tile) => tile.getAttribute('aria-label')));

async function expectFiles(page: Page, names: readonly string[]): Promise<void> {
  await expect.poll(() => namesIn(page), { timeout: PROCESSING_MS }).toEqual(names);
}

test.describe('with unsupported file types', () => {
  // These files are rejected before the upload.
  test.use({ expectedErrors: [/status of 422/] });
  test("an operator publishes a card, and the editor lists files it can't use", async ({
    page,
  }) => {
    await writeCard(['C.JPG', 'B.JPG', 'A.JPG']);
    await writeFile(join(folder, 'empty.jpg'), '');
    await writeFile(join(folder, 'tool.exe'), 'MZ but not really');
    await writeFile(join(folder, '.DS_Store'), 'x');
    await page.goto('/operator/content');
    await page.getByRole('button', { name: 'New Submission', exact: true }).click();
    const dialog = page.getByRole('dialog');
    const create = dialog.getByRole('button', { name: 'Create and Add Files' });
    await dialog.getByLabel('Title').fill('A card');
    await expect(create).toBeDisabled();
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: /^Trinity Yard/ }).click();
    await create.click();
    await expect(page.getByRole('heading', { name: 'A card' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Publish' })).toBeDisabled();
    await expect(page.getByText(ERRORS.SUBMISSION_EMPTY[1])).toBeVisible();

    await uploadFolder(page);
    await expect(page.getByText('1 system file skipped: .DS_Store')).toBeVisible();
    await expect(page.getByText('3 files uploaded, 2 not added').first()).toBeVisible({
      timeout: PROCESSING_MS,
    });
    await expect(page.getByText('Failed to upload files', { exact: true })).toBeVisible();
    await expect(page.getByText(ERRORS.FILE_EMPTY[1])).toBeVisible();
    await expect(page.getByText(/You can upload .* files\.$/)).toBeVisible();
    await expectFiles(page, ['A.JPG', 'B.JPG', 'C.JPG']);
    await expect(page.getByText('Clients will see 3 photos.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Recording Date', exact: true })).toHaveText(
      'Aug 2, 2023',
    );
    await expectAccessible(page, 'editor with files');

    await page.getByRole('button', { name: 'Actions for B.JPG' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Embed' }).click();
    await page.getByRole('combobox', { name: 'Content Type' }).click();
    await page.getByRole('option', { name: 'Weekly update' }).click();
    await page.getByLabel('Map Link').fill('https://maps.example/site');

    await page.getByRole('button', { name: 'Publish' }).click();
    await expectAlert(page, 'Clients can now see 3 photos.');
    await page.getByLabel('Summary').fill('Only after Update.');
    await expect(page.getByText(/Click Update to show them to clients/)).toBeVisible();
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('link', { name: 'Client View' }).click();
    await expect(page.getByRole('heading', { name: 'A card', level: 1 })).toBeVisible();
    const overview = page.getByRole('region', { name: 'Weekly Overview' });
    await expect(overview.getByRole('img', { name: 'Photo' })).toBeVisible();
    await page.route('https://maps.example/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Orthophoto</h1>' }),
    );
    await expect(page.locator('iframe')).toHaveCount(0);
    await page.getByRole('button', { name: 'Load map from maps.example' }).click();
    const map = page.frameLocator('iframe').frameLocator('iframe');
    await expect(map.getByRole('heading', { name: 'Orthophoto' })).toBeVisible();
  });
});

test('the editor lists a photo from another day with a readable button', async ({ page }) => {
  await writeCard(['1.JPG', '2.JPG']);
  const exif = { IFD2: { DateTimeOriginal: '2023:07:01 10:00:00', OffsetTimeOriginal: '-05:00' } };
  const odd = join(folder, 'Taken on the way to another site.JPG');
  await writeFile(odd, await jpegPhoto({ width: 640, height: 480, exif }));
  await beginSubmission(page, 'Two days');
  await uploadFolder(page);
  const view = page.getByRole('button', { name: 'View Taken on the way to another site.JPG' });
  await expect(view).toBeVisible({ timeout: PROCESSING_MS });
  const cut = await view.evaluate((button) =>
    [...button.querySelectorAll('span')].some((part) => part.scrollWidth > part.clientWidth),
  );
  expect(cut).toBe(false);
});

test('existing files are not uploaded again', async ({ page }) => {
  await writeCard(['1.JPG', '2.JPG']);
  await beginSubmission(page, 'First');
  await uploadFolder(page);
  await expectFiles(page, ['2.JPG', '1.JPG']);
  await uploadFolder(page);
  await expect(page.getByText('Already in this submission')).toHaveCount(2);

  await beginSubmission(page, 'Second');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') sent.push(request.url());
  });
  await uploadFolder(page);
  await expect(page.getByText('Already in this project (First)')).toHaveCount(2);
  expect(sent).toEqual([]);
});

test('an operator sorts, renames and removes files', async ({ page }) => {
  await writeCard(['4.JPG', '3.JPG', '2.JPG', '1.JPG']);
  await beginSubmission(page, 'In order');
  await uploadFolder(page);
  await expectFiles(page, ['1.JPG', '2.JPG', '3.JPG', '4.JPG']);

  await page.getByRole('button', { name: '1.JPG', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+ArrowRight');
  await expectFiles(page, ['1.JPG', '3.JPG', '2.JPG', '4.JPG']);
  await expect(page.getByRole('button', { name: '2.JPG', exact: true })).toBeFocused();
  await expect(page.getByText('2.JPG moved to position 3 of 4')).toBeAttached();

  // All menu items must be reachable in a window shorter than the menu.
  await page.setViewportSize({ width: 390, height: 320 });
  await page.getByRole('button', { name: 'Actions for 4.JPG' }).press('Enter');
  await page.keyboard.press('End');
  const last = page.getByRole('menuitem', { name: 'Remove' });
  await expect(last).toBeFocused();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.getByRole('menuitem', { name: 'Move to the Start' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectFiles(page, ['4.JPG', '1.JPG', '3.JPG', '2.JPG']);
  await expect(page.getByRole('button', { name: 'Actions for 4.JPG' })).toBeFocused();
  await page.reload();
  await expectFiles(page, ['4.JPG', '1.JPG', '3.JPG', '2.JPG']);
  await page.getByRole('button', { name: 'Sort by Capture Time' }).click();
  await expectFiles(page, ['1.JPG', '2.JPG', '3.JPG', '4.JPG']);

  await page.getByRole('button', { name: 'Actions for 1.JPG' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  await page.getByLabel('File Name').fill('Slab.JPG');
  await page.getByRole('button', { name: 'Rename' }).click();
  await expectFiles(page, ['Slab.JPG', '2.JPG', '3.JPG', '4.JPG']);

  await page.getByLabel('Select 2.JPG').check({ force: true });
  await page.getByLabel('Select 3.JPG').check({ force: true });
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expectFiles(page, ['Slab.JPG', '4.JPG']);
});

test.describe('when the server is unreachable', () => {
  test.use({ expectedErrors: [/ERR_FAILED|ERR_INTERNET_DISCONNECTED/] });

  test('a draft is saved automatically, and conflicting edits are never lost', async ({
    page,
    newPerson,
  }) => {
    await beginSubmission(page, 'Shared');
    await page.getByRole('textbox', { name: 'Summary' }).fill('East slab poured.');
    await expect(page.getByText(/^Saved \d\d:\d\d$/)).toBeVisible();
    const colleague = await newPerson();
    await signInByApi(colleague.request, 'pm@overfly.example');
    await colleague.goto(page.url());
    await expect(colleague.getByRole('textbox', { name: 'Summary' })).toHaveValue(
      'East slab poured.',
    );

    const cut = '**/api/operator/submissions/*';
    await page.route(cut, (route) =>
      route.request().method() === 'PATCH' ? route.abort() : route.continue(),
    );
    await page.getByRole('textbox', { name: 'Summary' }).fill('Mine.');
    await expect(
      page.getByText('Not saved: offline. Changes are kept in this browser.'),
    ).toBeVisible();
    await page.reload();
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('Mine.');

    await colleague.getByLabel('Title').fill('Shared work');
    await colleague.getByRole('textbox', { name: 'Summary' }).fill('Theirs.');
    await colleague.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByLabel('Title')).toHaveValue('Shared work');
    await expect(page.getByText(/ changed Title at \d\d:\d\d\./)).toBeVisible();
    await expect(page.getByText('Theirs: Theirs.')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Summary' })).toHaveValue('Mine.');
    await expectAccessible(page, 'conflict between two edits');
    await page.unroute(cut);
    await page.getByRole('button', { name: 'Keep Mine' }).click();
    await expect(colleague.getByRole('textbox', { name: 'Summary' })).toHaveValue('Mine.');
    await page.getByRole('button', { name: 'Undo the last save' }).click();
    await expect(colleague.getByRole('textbox', { name: 'Summary' })).toHaveValue('Theirs.');
  });
});

test('an operator creates and publishes a text, and some content types have a map link', async ({
  page,
}) => {
  await page.goto('/operator/content');
  await page.getByRole('button', { name: 'New Submission', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: /^Trinity Yard/ }).click();
  await dialog.getByLabel('Title').fill('Crane permit');
  const type = dialog.getByRole('combobox', { name: 'Content Type' });
  await type.click();
  await page.getByRole('option', { name: 'Project update' }).click();
  await expect(dialog.getByLabel('Map Link')).toBeVisible();
  await type.click();
  await page.getByRole('option', { name: 'News' }).click();
  await expect(dialog.getByLabel('Map Link')).toBeHidden();
  await dialog.getByRole('combobox', { name: 'Status' }).click();
  await page.getByRole('option', { name: 'Published' }).click();
  const create = dialog.getByRole('button', { name: 'Create and Publish' });
  await expect(create).toBeDisabled();
  await dialog
    .getByLabel('Content', { exact: true })
    .fill('The permit for the second crane is here.');
  await create.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Crane permit' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Unpublish' })).toBeVisible();
});

test('an operator deletes a submission in the library and restores it from the trash', async ({
  page,
}) => {
  const title = 'To be deleted';
  await beginSubmission(page, title);
  await page.getByRole('link', { name: 'Back to Photo Submissions' }).click();
  await expect(page.getByRole('heading', { name: /^Trinity Yard/ })).toBeVisible();
  await page.getByPlaceholder('Search submissions...').fill('to be DELETED');
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectAlert(page, 'Submission deleted');
  await expect(page.getByRole('link', { name: title, exact: true })).toBeHidden();

  await page.getByRole('link', { name: 'Trash', exact: true }).click();
  await page.getByRole('button', { name: `Restore ${title}` }).click();
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(page.getByLabel('Title')).toHaveValue(title);
});

test('an operator schedules a draft, changes the time and cancels it', async ({ page }) => {
  await beginSubmission(page, 'For the next meeting');
  const opener = page.getByRole('button', { name: /^(Schedule Publication|Change Time)$/ });
  const dialog = page.getByRole('dialog', { name: 'Schedule Publication' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  await opener.click();
  await press('Schedule');
  await expect(dialog.getByText('Choose a time in the future.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish on' }).click();
  await press('Next month');
  await page.getByRole('button', { name: /^15 / }).click();
  await expectAccessible(page, 'schedule dialog');
  await press('Done');
  await press('Schedule');
  await expect(page.getByText(/^It will be published on .* 15, .* 7:00 AM C/)).toBeVisible();
  await expect(opener).toBeFocused();

  await opener.click();
  await dialog.getByRole('button', { name: 'Publish on' }).click();
  await page.getByRole('spinbutton', { name: 'Hours' }).fill('9');
  await press('Done');
  await press('Schedule');
  await expect(page.getByText(/^It will be published on .* 15, .* 9:00 AM C/)).toBeVisible();
  await page.getByRole('button', { name: 'Cancel Schedule' }).press('Enter');
  await expect(page.getByText('Publish this automatically at a time you choose.')).toBeVisible();
  await expect(opener).toBeFocused();
});

test('an operator pauses the clock of a draft, archives several drafts and undoes it', async ({
  page,
}) => {
  await beginSubmission(page, 'Rained off');
  await page.getByRole('button', { name: 'Pause Clock' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('Rain');
  await expectAccessible(page, 'pause dialog');
  await dialog.getByRole('button', { name: 'Pause Clock' }).click();
  await expect(page.getByText('Paused: Rain')).toBeVisible();

  await beginSubmission(page, 'Rained off again');
  await page.goto('/operator/content');
  await page.getByRole('searchbox', { name: 'Search submissions' }).fill('Rained off');
  await page.getByRole('checkbox', { name: 'Select Rained off', exact: true }).click();
  await page
    .getByRole('checkbox', { name: 'Select Rained off again' })
    .click({ modifiers: ['Shift'] });
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await dialog.getByRole('button', { name: 'Archive 2 submissions' }).click();
  await expect(page.getByText('2 archived.')).toBeVisible();
  await expectAccessible(page, 'result of archiving several submissions');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 undone.')).toBeVisible();
});
