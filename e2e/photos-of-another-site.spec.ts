import { gpsExif, jpegPhoto } from '../test/fixtures/photos.ts';
import { expectAlert } from './alert.ts';
import { expectAccessible } from './accessible.ts';
import { makeDraft } from './new-draft.ts';
import { expect, test } from './product.ts';

const PROCESSING_TIMEOUT = { timeout: 60_000 };
const QUARRY = { latitude: 33.1, longitude: -99.2 };
const MILL = { latitude: 33.15, longitude: -99.2 };

test('an operator moves photos taken at another site or confirms them before publishing', async ({
  page,
}) => {
  const { projectId, submissionId } = await makeDraft(page.request, 'Quarry Road', {
    title: 'Week 3',
  });
  await page.request.patch(`/api/projects/${projectId}`, { data: QUARRY });
  const mill = await makeDraft(page.request, 'Mill Creek', { title: 'Week 8' });
  await page.request.patch(`/api/projects/${mill.projectId}`, { data: MILL });
  await page.goto(`/operator/content/${submissionId}`);
  const photos = [
    ['QUARRY.JPG', QUARRY],
    ['MILL.JPG', MILL],
  ] as const;
  const files = photos.map(async ([name, place]) => ({
    name,
    mimeType: 'image/jpeg',
    buffer: await jpegPhoto({ exif: gpsExif(place.latitude, place.longitude) }),
  }));
  await page.getByLabel('Files to upload', { exact: true }).setInputFiles(await Promise.all(files));

  const elsewhere = page.getByRole('region', { name: 'Taken Elsewhere' });
  await expect(elsewhere.getByText('3.5 mi from Quarry Road')).toBeVisible(PROCESSING_TIMEOUT);
  await expectAccessible(page, 'editor with files taken elsewhere');
  await elsewhere.getByRole('button', { name: 'Move to Week 8 · Mill Creek' }).click();
  await expect(elsewhere).toHaveCount(0);
  await expect(page.getByText('Clients will see 1 photo.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expectAlert(page, 'Moved back');

  await expect(elsewhere).toBeVisible();
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('3.5 mi from Quarry Road, near Mill Creek: MILL.JPG.');
  await dialog.getByRole('button', { name: 'Publish Anyway' }).click();
  await expectAlert(page, 'Clients can now see 2 photos.');
  await expect(elsewhere).toHaveCount(0);

  await expect(page.getByText('Taken 3.5 mi from Quarry Road, near Mill Creek')).toBeVisible();
  await page.getByRole('button', { name: 'Select 1 taken elsewhere' }).click();
  await page.getByRole('button', { name: 'Move to…' }).click();
  await expect(dialog.getByLabel('To Project')).toHaveValue(/Mill Creek/);
  await dialog.getByRole('button', { name: 'Move' }).click();
  await expectAlert(page, '1 file moved to Week 8 · Mill Creek');
});
