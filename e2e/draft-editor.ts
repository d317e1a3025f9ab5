import type { Page } from '@playwright/test';
import type { StaffFile } from '#domain/files.ts';
import { expectSentence, rejectedNames } from './card-visits.ts';
import { expect } from './product.ts';
import { expectPictureLoaded } from './client-week.ts';
import { readApi } from './read-api.ts';

const PROCESSING_TIMEOUT = { timeout: 180_000 };

export const waitForUpload = (page: Page) =>
  expect(page.getByText(/^\d+ files? uploaded/).first()).toBeVisible(PROCESSING_TIMEOUT);

/** Names of the draft's files and of those that weren't added. */
export async function namesInEditor(page: Page): Promise<string[]> {
  const refused = await rejectedNames(page.getByRole('list', { name: /^Not added/ }));
  const tiles = await page
    .getByRole('list', { name: 'Files in this submission' })
    .locator('[data-open]')
    .evaluateAll((buttons) =>
      buttons.map((button) => button.ariaLabel?.replace(/, (failed|processing)$/, '') ?? ''),
    );
  return [...tiles, ...refused].toSorted();
}

/** Publishes from the editor, even with some failed files. Returns what clients see, as shown on the page. */
export async function publishFromEditor(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Publish', exact: true }).click(PROCESSING_TIMEOUT);
  const anyway = page.getByRole('button', { name: 'Publish Anyway' });
  const seen = page.getByText(/^Clients see .*\.$/);
  await expect(anyway.or(seen)).toBeVisible();
  if (await anyway.isVisible()) await anyway.click();
  await expect(seen).toBeVisible();
  return (await seen.innerText()).replace(/^Clients see (.*)\.$/, '$1');
}

/** Expects the library and the project page to show the editor's counts. */
export async function expectSameCounts(page: Page): Promise<void> {
  const id = new URL(page.url()).pathname.split('/').at(-1);
  const counts = await page.getByRole('region', { name: 'Files' }).locator('p').first().innerText();
  const main = page.getByRole('main');
  const project = main.locator('a[href^="/operator/projects/"]').first();
  for (const path of [main.getByRole('link', { name: 'Back to Photo Submissions' }), project]) {
    await path.click();
    const row = page.getByRole('row').filter({ has: page.locator(`a[href$="${id}"]`) });
    await expect(row).toContainText(counts);
    await page.goBack();
  }
}

export const clientUrl = async (page: Page) =>
  (await page.getByRole('link', { name: 'Client View' }).getAttribute('href')) ?? '';

export async function waitForProcessing(page: Page, submissionId: string): Promise<StaffFile[]> {
  const list = async () =>
    (await readApi<{ files: StaffFile[] }>(page, `/operator/submissions/${submissionId}/files`))
      .files;
  await expect
    .poll(
      async () => (await list()).filter(({ state }) => state === 'processing').length,
      PROCESSING_TIMEOUT,
    )
    .toBe(0);
  return list();
}

/** Expects a file's tile to show its picture, or the reason why there is none. */
export async function expectTile(page: Page, file: StaffFile): Promise<void> {
  const { id, fileName, state, errorMessage, presets } = file;
  const tile = page.locator(`[data-tile="${id}"]`);
  await tile.scrollIntoViewIfNeeded();
  if (state === 'failed' || errorMessage !== null) {
    expectSentence(fileName, errorMessage ?? undefined);
    await expect(tile.getByText(errorMessage ?? '', { exact: true })).toBeVisible();
  } else if (presets.length > 0) await expectPictureLoaded(tile.locator('img'), fileName);
}
