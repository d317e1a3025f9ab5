import { jpegPhoto, sphereXmp } from '#test/fixtures/photos.ts';
import { tusClient } from '#test/tus.ts';
import { makeDraft, publish } from './new-draft.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi } from './sample-site.ts';

const PROCESSING_TIMEOUT = { timeout: 60_000 };

test('a client looks around a 360-degree photo by keyboard, and Escape returns to the flat photo', async ({
  page,
  request,
  baseURL,
}) => {
  const week = { title: 'From the crane' };
  const { projectId, submissionId } = await makeDraft(request, 'Sphere Square', week);
  const { cookies } = await request.storageState();
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const xmp = sphereXmp('GPano:ProjectionType="equirectangular"');
  const sphere = await jpegPhoto({ width: 800, height: 400, xmp });
  const tus = tusClient(String(baseURL), cookie);
  await tus.upload(submissionId, 'A_SPHERE.JPG', sphere);
  await tus.upload(submissionId, 'B_FLAT.JPG', await jpegPhoto({ width: 320, height: 240 }));
  const readFiles = async () => {
    const answer = await request.get(`/api/operator/submissions/${submissionId}/files`);
    const { files } = (await answer.json()) as { files: { state: string }[] };
    return files.map(({ state }) => state);
  };
  await expect.poll(readFiles, PROCESSING_TIMEOUT).toEqual(['ready', 'ready']);
  await publish(request, submissionId);

  await signInByApi(page.request, CLIENT);
  await page.goto(`/dashboard/projects/${projectId}`);
  await page.getByRole('button', { name: 'Open Photo 1' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Single' }).click();
  const facts = viewer.getByText(/ · 360-degree photo · 1 of 2$/);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(facts).toBeVisible();
  expect(await facts.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true);
  // Without a graphics card, rendering time depends on the size.
  await page.setViewportSize({ width: 800, height: 600 });
  await viewer.getByRole('button', { name: 'Look around' }).click();
  const around = viewer.getByRole('application', { name: /^360-degree photo/ });
  await expect(around).toBeFocused();
  await expect(around).toHaveAttribute('data-state', 'ready');
  for (const key of ['ArrowRight', 'ArrowDown']) {
    const before = await around.screenshot();
    await page.keyboard.down(key);
    await expect.poll(async () => (await around.screenshot()).equals(before)).toBe(false);
    await page.keyboard.up(key);
  }
  await page.keyboard.press('Escape');
  await expect(around).toBeHidden();
  await expect(viewer.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await viewer.getByRole('button', { name: 'Look around' }).click();
  await viewer.getByRole('button', { name: 'Zoom in' }).click();
  await viewer.getByRole('button', { name: 'Back to the flat photo' }).click();
  await expect(viewer.getByRole('img', { name: 'Photo 1' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(viewer.getByRole('img', { name: 'Photo 2' })).toBeVisible();
  await expect(viewer.getByRole('button', { name: 'Look around' })).toBeHidden();
});
