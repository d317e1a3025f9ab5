import { copyFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { takePhoto } from '#demo/flight/photo.ts';
import { WAYPOINTS } from '#demo/flight/waypoints.ts';
import { ERRORS } from '#domain/errors.ts';
import { SIFTING_MESSAGES } from '#domain/card-sifting.ts';
import { djiXmp, gpsExif, jpegPhoto } from '#test/fixtures/photos.ts';
import { dropFiles } from './drop-files.ts';
import { newFolder } from './flight.ts';
import { createByButton } from './new-draft.ts';
import { expect, test } from './product.ts';
import { signInByApi, OPERATOR } from './sample-site.ts';

const SITE = { latitude: 30.2672, longitude: -97.7431, altitude: 150 };
const LISBON = { latitude: 38.7223, longitude: -9.1393, altitude: 20 };
const PHOTOS = WAYPOINTS.filter(({ pitch }) => pitch > -90).slice(0, 3);
const PROCESSING_TIMEOUT = { timeout: 120_000 };

// Errors for an unreachable server and for canceled requests.
test.use({ instance: 'card', expectedErrors: [/ERR_|WebSocket|status of 4(01|04|23)/] });

test('an operator publishes a week from a memory card with two clicks', async ({
  page,
  program,
}) => {
  test.setTimeout(300_000);
  const folder = await fillCard();
  await signInByApi(page.request, OPERATOR);
  await createProject(page, 'Congress Avenue', SITE);

  await page.goto('/operator');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await dropFiles(
    page,
    (await readdir(folder)).map((name) => join(folder, name)),
  );

  const visit = page.getByRole('region', { name: 'Congress Avenue, Jul 7, 2025' });
  await test.step('the fields are filled in, and unusable files are set aside', async () => {
    await expect(visit.getByLabel('Title')).toHaveValue('Week 6');
    await expect(visit.getByRole('button', { name: 'Recording Date', exact: true })).toHaveText(
      'Jul 7, 2025',
    );
    await expect(visit.getByRole('combobox', { name: 'Content Type' })).toHaveValue(
      'Project update',
    );
    await expect(visit.getByText(/^One photo \(OLD\.JPG\) is from Mar 26, 2018\.$/)).toBeVisible();
    await expect(visit.getByText(`${PHOTOS.length} new`)).toBeVisible();
    await expect(visit.getByText(SIFTING_MESSAGES.onGround)).toBeVisible();
    await expect(visit.getByText(/^Same file as .*\.JPG\.$/)).toBeVisible();
    await expect(visit.getByText(SIFTING_MESSAGES.cutOff)).toBeVisible();
    const useless = page.getByRole('region', { name: "Can't Be Used" });
    await expect(useless.getByText(ERRORS.FILE_EMPTY[1])).toBeVisible();
    await expect(visit.getByText(`${PHOTOS.length + 1} photos · `)).toBeVisible();
    await expect(visit.getByRole('combobox', { name: 'Project' })).toHaveValue(
      /^Congress Avenue · .* · \d+\sft$/,
    );
    await expect(page.getByText(/^Taken [45],\d{3}\smi from /)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'No Location Data' })).toBeVisible();
    await expect(page.getByText('These files have no location data.')).toBeVisible();
  });
  await test.step('one click adds a file that was set aside', async () => {
    const list = visit.getByRole('list', { name: 'Files from this visit' });
    await expect(list.getByRole('listitem')).toHaveCount(PHOTOS.length + 1);
    await visit.getByRole('button', { name: 'Use GROUND.JPG' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(PHOTOS.length + 2);
    await visit.getByRole('button', { name: 'Set GROUND.JPG aside' }).click();
    await expect(list.getByRole('listitem')).toHaveCount(PHOTOS.length + 1);
  });
  await test.step('the draft survives a server crash', async () => {
    await visit.getByRole('button', { name: 'Create Draft', exact: true }).click();
    await expect(page.getByText('Congress Avenue · Week 6')).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Taken Elsewhere' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Create Draft from These Files' })).toHaveCount(
      2,
    );
    await expect(page.getByRole('button', { name: 'Create Draft', exact: true })).toHaveCount(0);
    await program.restart('SIGKILL');
    await page.getByRole('link', { name: 'Open Draft' }).click();
  });
  await page.getByRole('button', { name: 'Publish', exact: true }).click(PROCESSING_TIMEOUT);
  await expect(page.getByText(`Clients see ${PHOTOS.length + 1} photos.`)).toBeVisible(
    PROCESSING_TIMEOUT,
  );
});

test('a typed title stays when more files of the visit are dropped', async ({ page }) => {
  const folder = await newFolder('DCIM');
  const put = async (name: string, clock: string) => {
    const exif = {
      ...gpsExif(LISBON.latitude, LISBON.longitude),
      IFD2: { DateTimeOriginal: `2025:07:07 ${clock}` },
    };
    await writeFile(join(folder, name), await jpegPhoto({ exif }));
    return join(folder, name);
  };
  const first = await Promise.all(
    ['10:10:00', '10:11:00', '10:12:00'].map((clock, at) => put(`DJI_001${at}.JPG`, clock)),
  );
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator');
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await dropFiles(page, first);
  await page.getByLabel('Title').fill('Topping out');
  await page.getByRole('link', { name: 'Overview' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await dropFiles(page, [await put('DJI_0001.JPG', '10:00:00')]);
  await expect(page.getByText(/^4 photos · /)).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue('Topping out');
});

test('a card dropped twice fills one draft, and files set aside can be added later', async ({
  page,
}) => {
  const folder = await newFolder('DCIM');
  const put = async (name: string, clock: string, xmp?: string) => {
    const exif = {
      ...gpsExif(LISBON.latitude, LISBON.longitude),
      IFD2: { DateTimeOriginal: `2025:07:07 ${clock}` },
    };
    const path = join(folder, name);
    await writeFile(path, await jpegPhoto({ exif, ...(xmp && { xmp }) }));
    return path;
  };
  const card = await Promise.all([
    ...[0, 1, 2].map((at) => put(`DJI_000${at}.JPG`, `10:1${at}:00`)),
    put('GROUND.JPG', '10:05:00', djiXmp({ RelativeAltitude: '+0.00' }, 'attributes')),
  ]);
  await signInByApi(page.request, OPERATOR);
  const projectId = await createProject(page, 'Rossio', LISBON);
  const data = { projectId, title: 'First card', recordedDate: '2025-07-07' };
  const made = await page.request.post('/api/operator/submissions', { data });
  const { id } = (await made.json()) as { id: string };
  const arrived = () => filesOf(page, id);

  await page.goto('/operator/card');
  await dropFiles(page, card);
  const visit = page.getByRole('region', { name: 'Rossio, Jul 7, 2025' });
  await expect(visit.getByRole('combobox', { name: 'Add to Draft' })).toHaveValue(
    'First card · Jul 7, 2025',
  );
  await expect(visit.getByText(SIFTING_MESSAGES.onGround)).toBeVisible();
  await visit.getByRole('button', { name: 'Add to Draft' }).click();
  const left = page.getByRole('region', { name: 'Set aside from First card' });
  await expect(left.getByText(SIFTING_MESSAGES.onGround)).toBeVisible();
  await expect
    .poll(arrived, PROCESSING_TIMEOUT)
    .toEqual(['DJI_0000.JPG', 'DJI_0001.JPG', 'DJI_0002.JPG']);

  await page.reload();
  await expect(left.getByText('GROUND.JPG')).toBeVisible();
  await dropFiles(page, card);
  await expect(page.getByText('Already in this project (First card).').first()).toBeVisible();
  await left.getByRole('button', { name: 'Add GROUND.JPG to First card' }).click();
  await expect.poll(arrived, PROCESSING_TIMEOUT).toContain('GROUND.JPG');
});

test('dropping a card again resumes its interrupted upload', async ({ page }) => {
  const folder = await newFolder('DCIM');
  const files = await Promise.all(
    ['DJI_0001.JPG', 'DJI_0002.JPG', 'DJI_0003.JPG'].map(async (name, at) => {
      const path = join(folder, name);
      const exif = { IFD2: { DateTimeOriginal: `2025:07:07 10:1${at}:00` } };
      await writeFile(path, await jpegPhoto({ exif }));
      return path;
    }),
  );
  await writeFile(join(folder, 'Plan.pdf'), '%PDF-1.4');
  await signInByApi(page.request, OPERATOR);
  await createProject(page, 'Belém', null);
  await page.route('**/api/uploads**', (route) => route.abort());
  await page.goto('/operator/card');
  await dropFiles(page, [...files, join(folder, 'Plan.pdf')]);
  await expect(page.getByText('Plan.pdf', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Set Plan.pdf aside' }).click();
  const project = page.getByRole('combobox', { name: 'Project' });
  await project.click();
  await page.getByRole('option', { name: /^Belém/ }).click();
  await page.getByLabel('Title').fill('Broken off');
  const { id } = await createByButton(
    page,
    page.getByRole('button', { name: 'Create Draft', exact: true }),
  );
  await expect(page.getByRole('region', { name: 'Set aside from Broken off' })).toBeVisible();

  await page.reload();
  await page.unroute('**/api/uploads**');
  await dropFiles(page, files);
  await expect(project).toHaveValue(/^Belém/);
  await expect(page.getByRole('combobox', { name: 'Add to Draft' })).toHaveValue(/^Broken off · /);
  await expect(page.getByText('Only the missing files are uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to Draft' }).click();
  await expect.poll(() => filesOf(page, id), PROCESSING_TIMEOUT).toHaveLength(files.length);
});

async function filesOf(page: Page, id: string): Promise<string[]> {
  const answer = await page.request.get(`/api/operator/submissions/${id}/files`);
  const { files } = (await answer.json()) as { files: { fileName: string }[] };
  return files.map(({ fileName }) => fileName).toSorted();
}

/** A memory card's folder: a flight and other typical files. */
async function fillCard(): Promise<string> {
  const folder = await newFolder('DCIM');
  const put = (name: string, bytes: Buffer) => writeFile(join(folder, name), bytes);
  const [waypoint] = PHOTOS;
  if (!waypoint) throw new Error('The flight has no waypoints.');
  for (const [index, each] of PHOTOS.entries()) {
    const local = `2025-07-07T10:1${index}:00`;
    await put(
      `DJI_000${index}.JPG`,
      await takePhoto({ waypoint: each, week: 2, local, site: SITE }),
    );
  }
  const old = { waypoint, week: 3, local: '2018-03-26T10:00:00', site: SITE };
  await put('OLD.JPG', await takePhoto(old));
  await put('AWAY.JPG', await takePhoto({ ...old, local: '2025-07-07T18:00:00', site: LISBON }));
  const whole = await takePhoto({ ...old, local: '2025-07-07T10:20:00' });
  await put('CUT.JPG', whole.subarray(0, whole.length * 0.6));
  await copyFile(join(folder, 'DJI_0001.JPG'), join(folder, 'DJI_0001 (1).JPG'));
  const exif = {
    ...gpsExif(SITE.latitude, SITE.longitude),
    IFD2: { DateTimeOriginal: '2025:07:07 10:05:00' },
  };
  const xmp = djiXmp({ RelativeAltitude: '+0.00' }, 'attributes');
  await put('GROUND.JPG', await jpegPhoto({ exif, xmp }));
  await put('NOTHING.JPG', Buffer.alloc(0));
  const phone = { IFD2: { DateTimeOriginal: '2018:03:26 10:00:00' } };
  await put('PHONE.JPG', await jpegPhoto({ exif: phone }));
  return folder;
}

async function createProject(
  page: Page,
  name: string,
  place: { latitude: number; longitude: number } | null,
): Promise<string> {
  const { projects } = (await (await page.request.get('/api/projects')).json()) as {
    projects: { companyId: string }[];
  };
  const data = {
    companyId: projects[0]?.companyId,
    name,
    startDate: '2025-06-02',
    timeZone: 'America/Chicago',
    ...(place && { latitude: place.latitude, longitude: place.longitude }),
  };
  const made = await page.request.post('/api/projects', { data });
  expect(made.ok()).toBe(true);
  return ((await made.json()) as { id: string }).id;
}
