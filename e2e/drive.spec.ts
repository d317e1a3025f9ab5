import type { Page } from '@playwright/test';
import { FakeGoogle } from '../test/fixtures/google/google.ts';
import { ACCOUNT, CLIENT as GOOGLE_CLIENT } from '../test/fixtures/google/oauth.ts';
import { jpegPhoto } from '../test/fixtures/photos.ts';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './product.ts';
import { type Program, startProgram } from './program.ts';
import { CLIENT, OPERATOR, signIn, OPEN_PHOTO } from './sample-site.ts';

/** Importing and processing a few photos on a busy machine. */
const PROCESSING_TIMEOUT = { timeout: 60_000 };
const VIDEO_URL = 'https://drive.google.com/file/d/1OverflyFilm_0123456789abcdefg/view';

let google: FakeGoogle;
let program: Program;
test.beforeEach(async () => {
  google = await new FakeGoogle().listen();
  const { url } = google;
  program = await startProgram({
    GOOGLE_CLIENT_ID: GOOGLE_CLIENT.id,
    GOOGLE_CLIENT_SECRET: GOOGLE_CLIENT.secret,
    GOOGLE_AUTH_BASE: url,
    GOOGLE_TOKEN_BASE: url,
    GOOGLE_DRIVE_BASE: `${url}/drive/v3`,
    GOOGLE_UPLOAD_BASE: `${url}/upload/drive/v3`,
    DRIVE_IMAGE_BASE: `${url}/image`,
  });
});
test.afterEach(async ({ page }) => {
  await page.close();
  await program.stop();
  await google.close();
});

// The browser logs requests for invalid links.
test.use({ expectedErrors: [/status of (404|422)/] });

const linkOf = (id: string) => `https://drive.google.com/drive/folders/${id}?usp=sharing`;

async function addPhotos(folderId: string, names: readonly string[]): Promise<void> {
  for (const name of names) {
    // A unique size makes each photo's bytes unique.
    const width = 320 + google.items.byId.size;
    const content = await jpegPhoto({ width, height: 240 });
    google.items.add({ name, parents: [folderId], content, hasThumbnail: true });
  }
}

/** Creates a draft whose text links to a video; returns the URLs of the draft and of its page for clients. */
async function makeDraft(page: Page) {
  const { request } = page;
  const api = `${program.url}/api`;
  const { projects } = (await (await request.get(`${api}/projects`)).json()) as {
    projects: { id: string }[];
  };
  const projectId = projects[0]?.id;
  const data = { projectId, title: 'From Drive', contentText: `[Tour.mp4] ${VIDEO_URL}` };
  const made = await request.post(`${api}/operator/submissions`, { data });
  const { id } = (await made.json()) as { id: string };
  return { draft: `/operator/content/${id}`, week: `/dashboard/projects/${projectId}/week/${id}` };
}

const load = async (page: Page, link: string) => {
  await page.getByLabel('Google Drive Link').fill(link);
  await page.getByRole('button', { name: 'Load Files' }).click();
};
const files = (page: Page) => page.getByRole('list', { name: 'Files in this submission' });

test('an operator publishes a week from a Google Drive folder', async ({ page, newPerson }) => {
  test.setTimeout(240_000);
  const folder = google.items.addFolder('2026-11 Slab');
  await addPhotos(folder.id, ['DJI_0001.JPG', 'DJI_0002.JPG']);
  const drawing = { mimeType: 'application/acad', content: Buffer.from('AC1032') };
  google.items.add({ name: 'Plan.dwg', parents: [folder.id], ...drawing });
  const empty = google.items.addFolder('Nothing yet');
  await page.goto(`${program.url}/auth`);
  await signIn(page, OPERATOR);
  const { draft, week } = await makeDraft(page);

  await test.step('the operator connects an account and returns to the draft', async () => {
    await page.goto(program.url + draft);
    await page.getByRole('tab', { name: 'From Drive Link' }).click();
    await page.getByRole('button', { name: 'Connect Google Drive' }).click();
    await page.getByRole('link', { name: 'Allow', exact: true }).click();
    await expectAlert(page, 'Google Drive connected');
    await expect(page).toHaveURL(new RegExp(`${draft}\\?media=drive$`));
  });
  await test.step('bad links and empty folders show an error', async () => {
    await page.getByRole('button', { name: 'Load Files' }).click();
    await expect(page.getByText('Please enter a Google Drive link')).toBeVisible();
    await load(page, 'not a link');
    await expectAlert(page, 'Invalid Link');
    await load(page, linkOf('1NobodyHasThisFolder_0123456789'));
    await expectAlert(page, 'Folder Not Found', ACCOUNT.emailAddress);
    await load(page, linkOf(empty.id));
    await expectAlert(page, 'Empty Folder');
  });
  await test.step('a bad link hides the files of the previous folder', async () => {
    await load(page, linkOf(folder.id));
    await expect(page.getByRole('button', { name: 'Import 2 files' })).toBeVisible();
    await load(page, linkOf('1NobodyHasThisFolder_0123456789'));
    await expectAlert(page, 'Folder Not Found');
    await expect(page.getByRole('button', { name: 'Import 2 files' })).toBeHidden();
  });
  await test.step('the operator selects and imports a photo', async () => {
    await load(page, linkOf(folder.id));
    await expect(page.getByText('1 other file skipped')).toBeVisible();
    await expect(page.getByLabel('Google Drive Folder URL')).toHaveValue(new RegExp(folder.id));
    await expectAccessible(page, 'files in Google Drive');
    await page.getByLabel('Select DJI_0002.JPG').uncheck();
    await page.getByRole('button', { name: 'Import 1 file' }).click();
    await expect(page.getByText('1 file imported').first()).toBeVisible(PROCESSING_TIMEOUT);
    await expect(
      files(page).getByRole('button', { name: 'DJI_0001.JPG', exact: true }),
    ).toBeVisible(PROCESSING_TIMEOUT);
  });
  await test.step('a new photo in the folder is imported, and the week is published', async () => {
    await page.getByRole('button', { name: 'Check for New Files' }).click();
    await expect(
      files(page).getByRole('button', { name: 'DJI_0002.JPG', exact: true }),
    ).toBeVisible(PROCESSING_TIMEOUT);
    await page.getByRole('button', { name: 'Embed All', exact: true }).click();
    await expect(page.getByText('2 files embedded. Clients see')).toBeVisible();
    await page.getByRole('button', { name: 'Publish', exact: true }).click(PROCESSING_TIMEOUT);
    await expectAlert(page, 'Published', '2 photos');
  });
  await test.step('the client sees the photos, and the page loads nothing from Google', async () => {
    const client = await newPerson();
    const foreign: string[] = [];
    client.on('request', (request) => {
      if (/google/.test(new URL(request.url()).hostname)) foreign.push(request.url());
    });
    await client.goto(`${program.url}/auth`);
    await signIn(client, CLIENT);
    await client.goto(program.url + week);
    await client.getByRole('heading', { name: 'Still Images' }).scrollIntoViewIfNeeded();
    await expect(client.getByRole('button', { name: OPEN_PHOTO }).first()).toBeVisible();
    await expect(client.getByRole('button', { name: /^Load video from/ })).toBeVisible();
    await expectAccessible(client, 'week with a video in Google Drive');
    expect(foreign).toEqual([]);
    await client.close();
  });
  await test.step('the operator saves the originals to Drive and disconnects the account', async () => {
    await page.getByRole('button', { name: 'Save to Drive' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save to Drive' }).click();
    await expect(page.getByText('2 files saved').first()).toBeVisible(PROCESSING_TIMEOUT);
    expect([...google.items.byId.values()].filter(({ isOurs }) => isOurs)).toHaveLength(3);
    await page.goto(`${program.url}/operator/settings/drive`);
    await expect(page.getByText(ACCOUNT.emailAddress)).toBeVisible();
    await page.getByRole('button', { name: 'Disconnect' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
    await expectAlert(page, 'Google Drive disconnected');
    expect(google.oauth.refreshTokens.size).toBe(0);
  });
});
