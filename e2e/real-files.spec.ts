// Tests the screens with real files from the folder REAL_FILES; skipped without it, see playwright.config.ts.
// Uses any files in these folders:
//   flights/NAME/   the photos of one visit to one place, with times and positions; also in subfolders
//   odd/            damaged and unusual files: each is shown, kept for download, or refused with a message
//   orientation/    the same picture in each camera orientation
//   rasters/        GeoTIFFs; variants/ has small ones of many kinds, and pictures with world files
//   pano/           360° photos
//   video/, srt/    videos, and the flight logs that drones write with them
import { basename } from 'node:path';
import type { Page } from '@playwright/test';
import type { SubmissionFile } from '#domain/files.ts';
import { createDraft, expectAllOnCard, uniqueNames } from './card-visits.ts';
import { dropFiles } from './drop-files.ts';
import {
  clientUrl,
  expectSameCounts,
  expectTile,
  namesInEditor,
  publishFromEditor,
  waitForProcessing,
  waitForUpload,
} from './draft-editor.ts';
import { makeDraft } from './new-draft.ts';
import { expect, test } from './product.ts';
import { hashesOf, realFiles, realFlights } from './real-files.ts';
import { CLIENT, signInByApi, OPERATOR } from './sample-site.ts';
import { expectWeek } from './client-week.ts';

// Some files are rejected before the upload, others once the server has read them.
test.use({ instance: 'real files', expectedErrors: [/status of 422/] });
test.setTimeout(300_000);

test('a card of flights and odd files becomes weeks, and no file is lost', async ({
  page,
  newPerson,
}) => {
  const flights = await realFlights();
  const client = await newPerson();
  await signInByApi(client.request, CLIENT);
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator');
  const card = [...flights.flat(), ...(await realFiles('odd'))];
  await dropFiles(page, card);
  await test.step('each file is in one visit, set aside, or unusable with a reason', () =>
    expectAllOnCard(page, card));
  const hashes = await hashesOf(card);
  for (const flight of flights) {
    const kept = await createDraft(page, uniqueNames(flight, flights));
    await waitForUpload(page);
    await expect.poll(() => namesInEditor(page)).toEqual(kept.toSorted());
    const contents = await publishFromEditor(page);
    await expectSameCounts(page);
    await expectWeek(client, await clientUrl(page), { contents, hashes });
    await page.goBack();
  }
});

test('odd files, rotated photos and maps are shown or fail with a message', async ({
  page,
  newPerson,
}) => {
  const [maps, variants] = [await realFiles('rasters'), await realFiles('rasters', 'variants')];
  const others = maps.filter((path) => !variants.includes(path)).slice(0, 1);
  const rotated = await realFiles('orientation');
  const paths = [
    ...(await realFiles('odd')),
    ...rotated,
    ...(await realFiles('pano')),
    ...variants,
    ...others,
  ];
  const draft = { title: 'Every file' };
  const { submissionId } = await makeDraft(page.request, 'Real files yard', draft);
  await page.goto(`/operator/content/${submissionId}`);
  await page.getByLabel('Files to upload').setInputFiles(paths);
  await waitForUpload(page);
  const files = await waitForProcessing(page, submissionId);
  const names = paths.map((path) => basename(path));
  await expect.poll(() => namesInEditor(page)).toEqual(names.toSorted());
  for (const file of files) await expectTile(page, file);

  const contents = await publishFromEditor(page);
  const client = await newPerson();
  await signInByApi(client.request, CLIENT);
  const address = await clientUrl(page);
  const seen = await expectWeek(client, address, { contents, hashes: await hashesOf(paths) });
  const ready = files.filter(({ state }) => state === 'ready');
  expect(seen.map(({ id }) => id)).toEqual(ready.map(({ id }) => id));
  const upright = new Set(rotated.map((path) => basename(path)));
  const shapes = seen.flatMap(({ fileName, width, height }) =>
    upright.has(fileName) ? `${width} x ${height}` : [],
  );
  expect(new Set(shapes).size, 'different shapes of the same picture').toBe(1);
  await test.step('the map of the week opens', async () => {
    await client.getByRole('heading', { name: 'Map', exact: true }).scrollIntoViewIfNeeded();
    const map = client.getByRole('region', { name: 'Weekly map' });
    await expect(map.getByRole('application')).toBeVisible();
  });
  // Few 360° photos have metadata that says so.
  const sphere = seen.find(({ photoType }) => photoType === 'panorama');
  if (sphere)
    await test.step('the client looks around a 360-degree photo', () =>
      lookAround(client, address, sphere));
});

async function lookAround(client: Page, address: string, { id, submissionId }: SubmissionFile) {
  await client.goto(`${address}?view=single_${submissionId}.${id}`);
  await client.getByRole('button', { name: 'Look around' }).click();
  const around = client.getByRole('application', { name: /^360-degree photo/ });
  await expect(around).toHaveAttribute('data-state', 'ready');
}
