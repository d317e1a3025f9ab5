import type { Locator, Page } from '@playwright/test';
import { UNITS_LABELS } from '#domain/units.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';
import { readApi, projectViewpoints } from './read-api.ts';

/** Opens a project's map with the state `view`; returns it with its drawing surface. */
async function openMap(page: Page, view = '') {
  await signInByApi(page.request, CLIENT);
  const { project } = await projectViewpoints(page, PROJECT);
  await page.goto(`/dashboard${project}?tab=maps${view && `&map=${view}`}`);
  const map = page.getByRole('region', { name: 'Weekly map' });
  const surface = map.getByRole('application');
  await expect(surface).toBeVisible();
  return { map, surface };
}

/** Fractions of the map's width and height. */
type Place = [x: number, y: number];
const LINE: Place[] = [
  [0.4, 0.4],
  [0.6, 0.55],
];
const AREA: Place[] = [...LINE, [0.42, 0.6]];

async function press(surface: Locator, ...places: Place[]) {
  const box = await surface.boundingBox();
  if (!box) throw new Error('The map is not visible.');
  for (const [x, y] of places) {
    await surface.click({ position: { x: box.width * x, y: box.height * y } });
  }
}

const figure = (map: Locator, name: string) =>
  map.locator('dl > div').filter({ hasText: name }).locator('dd');
const tool = (map: Locator, name: string) =>
  map.getByRole('region', { name: 'Measure' }).getByRole('button', { name, exact: true });

test('a client measures a distance by keyboard and a volume by mouse and saves both', async ({
  page,
}) => {
  const { map, surface } = await openMap(page);
  await tool(map, 'Distance').press('Enter');
  await page.keyboard.press('Enter');
  const before = page.url();
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => page.url()).not.toBe(before);
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(figure(map, 'Length')).toHaveText(/\sft$/);
  await map.getByLabel('Units').selectOption('Metric');
  await expect(figure(map, 'Length')).toHaveText(/\sm$/);
  await map.getByLabel('Units').selectOption(UNITS_LABELS.project);
  await expect(figure(map, 'Length')).toHaveText(/\sft$/);
  const length = await figure(map, 'Length').innerText();
  await map.getByLabel('Title').fill('Haul road');
  await map.getByRole('button', { name: 'Save' }).click();
  const road = map.getByRole('button', { name: `Haul road ${length}` });
  await expect(road).toBeVisible();

  await tool(map, 'Volume').click();
  await press(surface, ...AREA, [0.4, 0.4]);
  await expect(figure(map, 'Net')).toHaveText(/\syd³$/);
  await map.getByLabel('Base', { exact: true }).selectOption('Fixed height');
  await map.getByLabel('Height (ft)').fill('0');
  await map.getByLabel('Height (ft)').press('Enter');
  const base = figure(map, 'Base height');
  await expect(base).toHaveText('0.00 ft');
  await map.getByLabel('Title').fill('Stockpile');
  await map.getByRole('button', { name: 'Save' }).click();
  const pile = map.getByRole('button', { name: /^Stockpile .*\syd³$/ });
  await expect(pile).toBeVisible();
  await page.reload();
  await expect(road).toBeVisible();
  await pile.click();
  await expect(base).toHaveText('0.00 ft');
});

test('a measured profile shows a chart, and a measured change shows cut and fill', async ({
  page,
}) => {
  const { map, surface } = await openMap(page);
  await tool(map, 'Profile').click();
  // Clicking the last corner again ends a line; clicking the first one ends an area.
  await press(surface, ...LINE, [0.6, 0.55]);
  const chart = map.getByRole('table', { name: 'Heights along the line' });
  await expect(chart.getByRole('row')).not.toHaveCount(1);
  await expect(figure(map, 'Elevation change')).toHaveText(/\sft$/);

  await map.getByRole('button', { name: 'Elevation', exact: true }).click();
  const weeks = map.getByRole('group', { name: 'Comparison' });
  await weeks.getByRole('button', { name: 'Change' }).click();
  await expect(map.getByRole('figure', { name: 'Colors: Height change' })).toBeVisible();
  await expect(map.getByText(/^Where nothing changed, these surveys agree within/)).toBeVisible();
  await tool(map, 'Change').click();
  await press(surface, ...AREA);
  await map.getByRole('button', { name: 'Finish' }).click();
  await expect(map.getByText(/^Since [A-Z]/)).toBeVisible();
  for (const name of ['Net', 'Fill', 'Cut']) {
    await expect(figure(map, name)).toHaveText(/^-?[\d,.]+\syd³$/);
  }
});

type Photo = { viewpointName: string; latitude: number; longitude: number };

test('a client opens a photo from the map, and closing it returns to the map', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project } = await projectViewpoints(page, PROJECT);
  const { weeks } = await readApi<{ weeks: { submissionId: string }[] }>(page, `${project}/maps`);
  const week = weeks[0]?.submissionId;
  const { files } = await readApi<{ files: Photo[] }>(page, `/submissions/${week}/files`);
  const photo = files[0];
  const place = `z22x${photo?.longitude.toFixed(6)}y${photo?.latitude.toFixed(6)}`;
  const { map, surface } = await openMap(page, `orthophoto_${week}_${place}`);
  const photos = map.getByRole('switch', { name: 'Show where photos were taken' });
  await photos.check();
  await expect(map.getByText(/^\d+ photos$/)).toBeVisible();
  // The cursor changes over points that can be clicked.
  await expect(async () => {
    await surface.hover({ position: { x: 9, y: 9 } });
    await surface.hover();
    await expect(surface).toHaveCSS('cursor', 'pointer', { timeout: 300 });
  }).toPass();
  await surface.click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  const shown = viewer.getByRole('img', { name: photo?.viewpointName ?? '', exact: true });
  await expect(shown.first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(photos).toBeChecked();
  await expect(surface).toBeInViewport();
});

test('a printed map shows only the project, date, scale, north arrow and colors', async ({
  page,
}) => {
  const { map } = await openMap(page);
  const photoResolution = await figure(map, 'Ground sample distance').innerText();
  await map.getByRole('button', { name: 'Elevation', exact: true }).click();
  await map.getByRole('button', { name: 'Print the map' }).click();
  const sheet = page.getByRole('dialog', { name: 'Print the map' });
  const print = sheet.getByRole('button', { name: 'Print' });
  await expect(print).toBeEnabled();
  await page.emulateMedia({ media: 'print' });
  await expect(sheet.getByRole('heading', { name: PROJECT })).toBeVisible();
  await expect(sheet.getByText(/^Week \d+.* · [A-Z][a-z]{2} \d+, \d{4}$/)).toBeVisible();
  await expect(sheet.getByRole('img', { name: 'North is up' })).toBeVisible();
  await expect(sheet.getByRole('figure', { name: 'Colors: Elevation' })).toBeVisible();
  await expect(sheet.getByText(/^\d+ (ft|mi)$/)).toBeVisible();
  const resolution = figure(sheet, 'Ground sample distance');
  await expect(resolution).toContainText('per pixel');
  await expect(resolution).not.toHaveText(photoResolution, { useInnerText: true });
  await expect(print).toBeHidden();
  await expect(page.getByRole('main')).toBeHidden();
  const printed = await page.pdf({ preferCSSPageSize: true });
  // US Letter landscape, in points.
  expect(printed.toString('latin1')).toMatch(/\/MediaBox \[0 0 792 612\]/);
  await page.emulateMedia({ media: 'screen' });
  await sheet.getByRole('button', { name: 'Close' }).click();
  await expect(sheet).toBeHidden();
  await expect(map).toBeVisible();
});
