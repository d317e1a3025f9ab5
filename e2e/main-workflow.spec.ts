import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { ERRORS } from '#domain/errors.ts';
import { readEntry, readZip } from '#test/fixtures/zip-reader.ts';
import { expectAlert } from './alert.ts';
import { type Flight, makeFlightPhotos, hashesIn, photoNames, sha256 } from './flight.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PHOTO, signIn } from './sample-site.ts';
import { photosOf, alignmentStates, projectViewpoints } from './read-api.ts';

type Week = Flight & { title: string; words: string };

const WEEKS: [Week, Week] = [
  { title: 'Slab poured', day: '2025-06-02', week: 3, words: 'Jun 2, 2025' },
  { title: 'First walls', day: '2025-06-03', week: 5, words: 'Jun 3, 2025' },
];
const PROJECT = 'Pecan Street Lofts';
/** Uploading and processing on a busy machine. */
const PROCESSING_TIMEOUT = { timeout: 120_000 };

// One of the visitor's pages is requested again after its link was disabled.
test.use({ instance: 'changed', expectedErrors: [/status of 404.*\/shared\//] });

test('two flights become two weeks that a client compares, downloads and shares', async ({
  page: operator,
  newPerson,
}) => {
  test.setTimeout(600_000);
  const client = await newPerson();
  const visitor = await newPerson();
  const folders = [await makeFlightPhotos(WEEKS[0]), await makeFlightPhotos(WEEKS[1])] as const;
  await addBadFiles(folders[0], folders[1]);

  await test.step('the operator creates a company and projects', async () => {
    await signInByApi(client.request, CLIENT);
    await client.goto('/dashboard/projects');
    await signIn(operator, OPERATOR);
    await createCompany(operator, 'PECAN', 'Pecan Street Partners');
    await createProject(operator, 'Pecan Street Partners', 'Not for Brazos');
    await createProject(operator, 'Brazos Builders (sample)', PROJECT);
  });
  const loadedAt =
    await test.step('the client sees the new project appear and opens it', async () => {
      await client.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
      await expect(client.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
      await expect(client.getByText('No Photos Yet')).toBeVisible();
      return timeOrigin(client);
    });
  await test.step('the first flight is uploaded and published', async () => {
    await createSubmission(operator, WEEKS[0]);
    await uploadWithProgress(operator, folders[0]);
    // The order is up to the browser.
    await expectNotAdded(operator, /COPY|DJI/, /^Same file as (COPY|DJI_0032)\.JPG$/);
    await expectNotAdded(operator, 'NOTHING.JPG', ERRORS.FILE_EMPTY[1]);
    await expectNotAdded(operator, 'NOISE.JPG', /^This type of file is not recognized\./);
    await publish(operator, WEEKS[0]);
  });
  await test.step('the second flight is published without a photo of the first', async () => {
    await expect(weekOf(client, WEEKS[0])).toBeVisible();
    await createSubmission(operator, WEEKS[1]);
    await operator.getByLabel('Folder to upload').setInputFiles(folders[1]);
    await expectNotAdded(operator, 'AGAIN.JPG', `Already in this project (${WEEKS[0].title})`);
    await publish(operator, WEEKS[1]);
    await expect(weekOf(client, WEEKS[1])).toBeVisible();
    expect(await timeOrigin(client), 'the page was not reloaded').toBe(loadedAt);
  });
  await test.step('the worker aligns the photos', () => untilAligned(client));
  await test.step('the client compares the weeks', () => compareWeeks(client, operator));
  await test.step('the client downloads all originals', () =>
    downloadOriginals(client, folders[1]));
  await test.step('a visitor opens a share link until it is disabled', async () => {
    const link = await createShareLink(client);
    const handedOut = await visit(visitor, link);
    await disableLink(client);
    await expectDisabled(visitor, link, handedOut);
  });
});

/** Adds files that can't become part of the submission. */
async function addBadFiles(first: string, second: string): Promise<void> {
  const names = photoNames(WEEKS[0]);
  await copyFile(join(first, names.at(-1) ?? ''), join(first, 'COPY.JPG'));
  await copyFile(join(first, names[0] ?? ''), join(second, 'AGAIN.JPG'));
  await writeFile(join(first, 'NOTHING.JPG'), '');
  await writeFile(join(first, 'NOISE.JPG'), Buffer.alloc(4096, 'noise\0'));
}

const timeOrigin = (page: Page) => page.evaluate(() => performance.timeOrigin);
const weekOf = (page: Page, { title }: Week) =>
  page.getByRole('region', { name: `Photos of ${title}` });

async function createCompany(page: Page, code: string, name: string): Promise<void> {
  await page.goto('/operator/companies');
  await page.getByRole('button', { name: 'Add Company' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add Company' });
  await dialog.getByLabel('Company Code').fill(code);
  await dialog.getByLabel('Company Name').fill(name);
  await dialog.getByRole('button', { name: 'Add Company' }).click();
  await expectAlert(page, 'Company Created');
}

async function createProject(page: Page, company: string, name: string): Promise<void> {
  await page.goto('/operator/companies');
  await page.getByPlaceholder('Search companies...').fill(company);
  await page.getByRole('link', { name: `Manage Projects of ${company}` }).click();
  await page.getByRole('button', { name: 'Create Project' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Project' });
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByRole('button', { name: 'Create Project' }).click();
  await expectAlert(page, 'Project Created');
  await expect(page.getByRole('button', { name: `Actions for ${name}` })).toBeVisible();
}

async function createSubmission(page: Page, { title }: Week): Promise<void> {
  await page.goto('/operator/content');
  await page.getByRole('button', { name: 'New Submission', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New Submission' });
  await dialog.getByRole('combobox', { name: 'Project' }).fill(PROJECT);
  await page.getByRole('option', { name: PROJECT }).click();
  await expect(dialog.getByLabel('Title')).toHaveValue(/^Week/);
  await dialog.getByLabel('Title').fill(title);
  await dialog.getByRole('button', { name: 'Create and Add Files' }).click();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
}

/** Uploads a folder, but lets nothing through until the page shows progress. */
async function uploadWithProgress(page: Page, folder: string): Promise<void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/uploads', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  await expect(page.getByText(/^Uploading [1-3] of 6 files$/)).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Upload progress' })).toBeVisible();
  await expect(page.getByRole('list', { name: 'Files being uploaded' })).toContainText('Waiting');
  gate.resolve();
  await expect(page.getByText('3 files uploaded, 3 not added').first()).toBeVisible(
    PROCESSING_TIMEOUT,
  );
  await page.unrouteAll({ behavior: 'wait' });
}

async function expectNotAdded(
  page: Page,
  name: string | RegExp,
  text: string | RegExp,
): Promise<void> {
  const row = page.getByRole('list', { name: /^Not added/ }).getByRole('listitem');
  await expect(row.filter({ hasText: name }).getByText(text)).toBeVisible();
}

async function publish(page: Page, { words }: Week): Promise<void> {
  await expect(page.getByText('Clients will see 3 photos.')).toBeVisible(PROCESSING_TIMEOUT);
  await expect(page.getByRole('button', { name: 'Recording Date', exact: true })).toHaveText(words);
  await page.getByRole('button', { name: 'Publish', exact: true }).click(PROCESSING_TIMEOUT);
  await expectAlert(page, 'Clients can now see 3 photos.');
}

/** Wait for alignment: photos change size if it arrives during the comparison. */
async function untilAligned(page: Page): Promise<void> {
  const { viewpoints } = await projectViewpoints(page, PROJECT);
  for (const { id } of viewpoints) {
    const states = () => alignmentStates(page, id);
    await expect.poll(states, PROCESSING_TIMEOUT).not.toContain(undefined);
  }
}

async function compareWeeks(page: Page, operator: Page): Promise<void> {
  const { viewpoints } = await projectViewpoints(page, PROJECT);
  const [first, second] = viewpoints;
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await expect(viewer.getByText(/^(Same (viewpoint|position)$|Not aligned: )/)).toBeVisible();
  const picturesOf = (name = '') => viewer.getByRole('img', { name, exact: true });
  const [before, after] = [0, 1].map((side) => picturesOf(first?.name).nth(side));
  const widths = async () => {
    const boxes = [await before?.boundingBox(), await after?.boundingBox()];
    return boxes.map((box) => Math.round(box?.width ?? 0));
  };
  await expect.poll(async () => Math.min(...(await widths()))).toBeGreaterThan(0);
  const start = await widths();
  await page.keyboard.press('+');
  const growth = async () => (await widths()).map((width, i) => width / (start[i] ?? 1));
  await expect.poll(growth).toEqual([expect.closeTo(1.5, 2), expect.closeTo(1.5, 2)]);
  await expect(viewer.getByRole('button', { name: 'Zoom 150%, reset' })).toBeVisible();

  await page.keyboard.press('ArrowDown');
  await expect(picturesOf(second?.name)).toHaveCount(2);

  const [photo] = await photosOf(page, second?.id ?? '');
  await viewer.getByRole('button', { name: 'Details', exact: true }).click();
  await rename(operator, { from: photo?.fileName, to: 'RENAMED.JPG' });
  await expect(viewer.getByText('RENAMED.JPG')).toBeVisible();
  await viewer.getByRole('button', { name: 'Details', exact: true }).click();

  await viewer.getByRole('button', { name: 'Slider' }).click();
  const divider = viewer.getByRole('slider', { name: 'Divider between' });
  await expect(divider).toHaveValue('50');
  await divider.focus();
  await page.keyboard.press('ArrowRight');
  await expect(divider).toHaveValue('51');
  await page.keyboard.press('Home');
  await expect(divider).toHaveValue('0');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('button', { name: 'Compare Weeks' })).toBeFocused();
}

/** Renames a photo while a client is viewing it. */
async function rename(operator: Page, { from, to }: { from: string | undefined; to: string }) {
  const { viewpoints } = await projectViewpoints(operator, PROJECT);
  const all = await Promise.all(viewpoints.map(({ id }) => photosOf(operator, id)));
  const photo = all.flat().find(({ fileName }) => fileName === from);
  const renamed = { data: { fileName: to } };
  const answer = await operator.request.patch(`/api/operator/files/${photo?.id}`, renamed);
  expect(answer.status()).toBe(200);
}

async function downloadOriginals(page: Page, folder: string): Promise<void> {
  await weekOf(page, WEEKS[1]).getByRole('link', { name: 'View Week' }).click();
  const link = page.getByRole('link', { name: 'Download ZIP' });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = await readFile(await download.path());
  const zip = {
    size: bytes.length,
    read: (start: number, end: number) => Promise.resolve(bytes.subarray(start, end + 1)),
  };
  const hashes = await hashesIn(folder);
  const entries = await readZip(zip);
  expect(entries.map(({ name }) => name).toSorted()).toEqual(photoNames(WEEKS[1]));
  for (const entry of entries) {
    expect(sha256(await readEntry(zip, entry)), entry.name).toBe(hashes[entry.name]);
  }

  const half = Math.floor(bytes.length / 2);
  const rest = await page.request.get(download.url(), { headers: { range: `bytes=${half}-` } });
  expect(rest.status()).toBe(206);
  expect(rest.headers()['content-range']).toBe(`bytes ${half}-${bytes.length - 1}/${bytes.length}`);
  expect(sha256(Buffer.concat([bytes.subarray(0, half), await rest.body()]))).toBe(sha256(bytes));
}

/** Creates an expiring link to the project and returns its URL from the clipboard. */
async function createShareLink(page: Page): Promise<string> {
  await page.goto('/dashboard/sharing');
  await page.getByRole('button', { name: 'Create Share Link' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Create Share Link' });
  await dialog.getByRole('combobox', { name: 'Project' }).fill(PROJECT);
  await page.getByRole('option', { name: PROJECT }).click();
  await dialog.getByLabel('Title').fill('For the neighbors');
  await dialog.getByRole('button', { name: 'Expires' }).click();
  await page.getByRole('button', { name: 'Next month' }).click();
  await page.getByRole('button', { name: /^15 / }).click();
  await page.getByRole('button', { name: 'Done' }).click();
  await dialog.getByRole('button', { name: 'Create Share Link' }).click();
  await expectAlert(page, 'Share link created successfully');
  const shown = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Expires .* 5:00 PM/)).toBeVisible();

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Copy Link to For the neighbors' }).click();
  await expectAlert(page, 'Share link copied to clipboard');
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(shown);
  return copied;
}

/** Opens a link without an account; returns the URLs of its pictures and files. */
async function visit(page: Page, link: string): Promise<string[]> {
  const answer = await page.goto(link);
  expect(answer?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  const hero = page.getByRole('region', { name: 'Before and after' }).getByRole('img').first();
  await expect(hero).toHaveJSProperty('complete', true);
  expect(await hero.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await page
    .getByRole('button', { name: /^Open / })
    .first()
    .click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await expect(viewer.getByRole('img', { name: PHOTO }).first()).toBeVisible();
  await viewer.getByText('Single', { exact: true }).click();
  const original = await viewer
    .getByRole('link', { name: 'Download original' })
    .getAttribute('href');
  await page.keyboard.press('Escape');
  const archive = await page
    .getByRole('link', { name: 'Download all originals' })
    .getAttribute('href');
  const pictures = await page
    .getByRole('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).currentSrc));
  const addresses = [original ?? '', archive ?? '', ...pictures.filter((source) => source !== '')];
  expect(addresses.length).toBeGreaterThan(6);
  for (const address of addresses) expect((await page.request.get(address)).status()).toBe(200);
  return addresses;
}

async function disableLink(page: Page): Promise<void> {
  await expect(page.getByText(/^1 view ·/)).toBeVisible();
  await page.getByRole('button', { name: 'Actions for For the neighbors' }).click();
  await page.getByRole('menuitem', { name: 'Disable' }).click();
  await expectAlert(page, 'Share link disabled');
  await expect(page.getByRole('main').getByText('Disabled', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy Link to For the neighbors' }).click();
  await expectAlert(page, 'Share link copied to clipboard', 'Enable the link before you send it.');
}

async function expectDisabled(page: Page, link: string, givenUrls: string[]): Promise<void> {
  for (const address of givenUrls) {
    expect((await page.request.get(address)).status(), address).toBe(404);
  }
  const answer = await page.goto(link);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Link Not Available' })).toBeVisible();
  await expect(page.getByText('This shared link is not available or has expired.')).toBeVisible();
}
