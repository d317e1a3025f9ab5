import { expect, type Locator, type Page } from '@playwright/test';
import { fileTitle } from '#domain/file-titles.ts';
import type { SubmissionFile } from '#domain/files.ts';
import { sha256 } from './flight.ts';
import { readApi } from './read-api.ts';

const PICTURES = { timeout: 20_000 };

/** Expects a picture to be loaded and decodable. */
export const expectPictureLoaded = (picture: Locator, name: string): Promise<void> =>
  expect
    .poll(
      () => picture.evaluateAll((all) => (all[0] as HTMLImageElement | undefined)?.naturalWidth),
      { message: name, ...PICTURES },
    )
    .toBeGreaterThan(0);

/**
 * Opens a week as a client: its counts match the editor's, the viewer shows each photo or a reason, and each original
 * has one of these hashes. Returns the week's files.
 */
export async function expectWeek(
  client: Page,
  address: string,
  { contents, hashes }: { contents: string; hashes: Set<string> },
): Promise<SubmissionFile[]> {
  await client.goto(address);
  await expect(client.getByText(contents.split(';')[0] ?? '', { exact: true })).toBeVisible();
  const id = address.split('/').at(-1);
  const { files } = await readApi<{ files: SubmissionFile[] }>(client, `/submissions/${id}/files`);
  for (const { fileName, originalUrl } of files) {
    const original = await client.request.get(originalUrl ?? '');
    expect([...hashes], fileName).toContain(sha256(await original.body()));
  }
  const photos = files.filter(({ kind }) => kind === 'photo');
  if (photos.length > 0) await viewEach(client, photos);
  return files;
}

async function viewEach(client: Page, photos: readonly SubmissionFile[]): Promise<void> {
  const [first] = photos;
  const open = client.getByRole('button', {
    name: `Open ${first && fileTitle(photos, first)}`,
    exact: true,
  });
  await open.first().click();
  const viewer = client.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Single' }).click();
  for (const photo of photos) {
    const { fileName, errorMessage } = photo;
    const picture = viewer.getByRole('img', { name: fileTitle(photos, photo), exact: true });
    if (errorMessage === null) await expectPictureLoaded(picture, fileName);
    else await expect(viewer.getByText(errorMessage)).toBeVisible();
    await client.keyboard.press('ArrowDown');
  }
  await client.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
}
