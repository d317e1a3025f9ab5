import type { APIRequestContext, Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';

async function projectId(request: APIRequestContext): Promise<string> {
  await signInByApi(request, CLIENT);
  const { projects } = (await (await request.get('/api/projects')).json()) as {
    projects: { id: string; name: string }[];
  };
  const project = projects.find(({ name }) => name === PROJECT);
  if (!project) throw new Error('The sample project is missing.');
  return project.id;
}

/** Opens the project's map and waits for it. */
async function openMap(page: Page) {
  await page.goto(`/dashboard/projects/${await projectId(page.request)}?tab=maps`);
  const map = page.getByRole('region', { name: 'Weekly map' });
  await expect(map.getByRole('application')).toBeVisible();
  return map;
}

test('a client swipes between two weeks by keyboard and mouse, and the URL keeps it', async ({
  page,
}) => {
  const map = await openMap(page);
  await map.getByRole('button', { name: 'Elevation', exact: true }).click();
  await map.getByRole('button', { name: 'Swipe' }).click();
  await expect(map.getByRole('figure', { name: 'Colors: Elevation' })).toBeVisible();
  const divider = map.getByRole('slider', { name: /^Divider/ });
  await divider.focus();
  await page.keyboard.press('PageUp');
  await expect(divider).toHaveAttribute('aria-valuetext', '60 percent');

  const box = await map.getByRole('application').boundingBox();
  if (!box) throw new Error('The map is not visible.');
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * 0.6, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.25, y, { steps: 4 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute('aria-valuetext', '25 percent');
  await expect(page).toHaveURL(/map=elevation_[\w-]+_[\w-]+_swipe25_z/);
  await page.reload();
  await expect(divider).toHaveAttribute('aria-valuetext', '25 percent');
});

test('a client measures an area by keyboard, saves, renames and removes it', async ({ page }) => {
  const map = await openMap(page);
  await map.getByRole('button', { name: 'Area' }).press('Enter');
  // The arrows move the map below the crosshair; wait for each move.
  for (const keys of [['Enter'], ['ArrowRight', 'Enter'], ['ArrowDown', 'Enter']]) {
    const before = page.url();
    for (const key of keys) {
      await page.keyboard.press(key);
      if (key !== 'Enter') await expect.poll(() => page.url()).not.toBe(before);
    }
  }
  await expect(map.getByText('3 corners placed.')).toBeAttached();
  await map.getByRole('button', { name: 'Finish' }).click();
  await expect(map.getByText('Perimeter')).toBeVisible();
  await map.getByLabel('Title').fill('Laydown yard');
  await map.getByRole('button', { name: 'Save' }).click();
  const entry = map.getByRole('button', { name: /^Laydown yard/ });
  await expect(entry).toBeVisible();
  await page.reload();
  await entry.click();
  await map.getByRole('button', { name: 'Rename', exact: true }).click();
  await map.getByLabel('New title').fill('Parking');
  await map.getByRole('button', { name: 'Save' }).click();
  const renamed = map.getByRole('button', { name: /^Parking/ });
  await expect(renamed).toBeVisible();
  await map.getByRole('button', { name: 'Remove', exact: true }).click();
  await map.getByRole('button', { name: 'Remove Now' }).click();
  await expect(renamed).toBeHidden();

  // Changes by others appear without a reload.
  const [, week] = /map=[a-z]+_([\da-f-]{36})/.exec(page.url()) ?? [];
  const line = [
    [-97.1, 31.5],
    [-97.11, 31.5],
  ];
  const gate = { title: 'Gate', measure: { kind: 'distance', line } };
  const made = await page.request.post(`/api/submissions/${week}/measurements`, { data: gate });
  await expect(map.getByRole('button', { name: /^Gate/ })).toBeVisible();
  const { id } = (await made.json()) as { id: string };
  await page.request.delete(`/api/measurements/${id}`);
  await expect(map.getByRole('button', { name: /^Gate/ })).toBeHidden();
});

test('a visitor measures on a shared map, without requests to other hosts', async ({
  page,
  newPerson,
}) => {
  const id = await projectId(page.request);
  const made = await page.request.post('/api/share-links', { data: { projectId: id } });
  const { url } = (await made.json()) as { url: string };
  const visitor = await newPerson();
  const foreign: string[] = [];
  visitor.on('request', (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).host !== new URL(url).host)
      foreign.push(request.url());
  });
  await visitor.goto(url);
  await visitor.getByRole('heading', { name: '2D Orthoscopic Maps' }).scrollIntoViewIfNeeded();
  const map = visitor.getByRole('region', { name: 'Weekly map' });
  await map.getByRole('button', { name: 'Height' }).click();
  await map.getByRole('application').click();
  await expect(map.getByText(/^\d+\.\d\d\sft$/).first()).toBeVisible();
  await expect(map.getByRole('button', { name: 'Save' })).toBeHidden();
  await expect(map.getByRole('switch', { name: /photos were taken/ })).toBeHidden();
  expect(foreign).toEqual([]);
});

test('clicking the tile of a map opens that map in the panel', async ({ page }) => {
  const map = await openMap(page);
  const week = map.getByRole('combobox', { name: 'Week' });
  const newest = await week.inputValue();
  await page
    .getByRole('button', { name: /_Surface_model\.tif/ })
    .last()
    .click();
  await expect(week).not.toHaveValue(newest);
  await expect(map.getByRole('button', { name: 'Elevation', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(map).toBeInViewport();
});
