import type { Page } from '@playwright/test';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';
import { projectViewpoints } from './read-api.ts';

const CLINIC = 'Lakeview Clinic (sample)';
const locate = (page: Page, name: string) =>
  page.getByRole('button', { name: `Show ${name} on the map` });
const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

testOnBoth(
  'a client finds a project by list and map, without requests to other servers',
  async ({ page, baseURL }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(String(baseURL)))
        foreign.push(request.url());
    });
    await signInByApi(page.request, CLIENT);
    await page.goto('/dashboard/projects');
    await page.getByRole('link', { name: `Map View of ${PROJECT}` }).click();
    await expect(page.getByText(`The map shows ${PROJECT}.`)).toBeAttached();
    await expect(
      card(page, PROJECT).getByRole('link', { name: 'View Full Details' }),
    ).toBeVisible();

    await locate(page, CLINIC).press('Enter');
    await expect(page.getByText(`The map shows ${CLINIC}.`)).toBeAttached();
    await expect(page).toHaveURL(/\?project=/);
    await expect(card(page, CLINIC)).toBeVisible();

    // Expanding a card doesn't move the map: the clinic is still at the same position.
    await page.getByRole('button', { name: PROJECT, exact: false, expanded: false }).press('Enter');
    await expect(card(page, PROJECT)).toBeVisible();
    const map = page.frameLocator('iframe').getByRole('application');
    const box = await map.boundingBox();
    await map.click({ position: { x: (box?.width ?? 0) / 2, y: (box?.height ?? 0) / 2 - 15 } });
    await expect(card(page, CLINIC)).toBeVisible();
    expect(foreign).toEqual([]);
  },
);

test('the map shows a sample without coordinates and an error without a token', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.route('**/api/projects', async (route) => {
    const answer = await route.fetch();
    const { projects } = (await answer.json()) as { projects: object[] };
    const withoutPosition = projects.map((each) => ({ ...each, latitude: null, longitude: null }));
    await route.fulfill({ response: answer, json: { projects: withoutPosition } });
  });
  await page.route('**/map/frame', async (route) => {
    const answer = await route.fetch();
    const body = (await answer.text()).replace('content="built_in"', 'content="mapbox"');
    await route.fulfill({ response: answer, body });
  });
  await page.route('**/api/map-token', (route) =>
    route.fulfill({ json: { token: null, baseMap: { kind: 'mapbox' } } }),
  );
  await page.goto('/dashboard/map');
  await expect(locate(page, PROJECT)).toBeDisabled();
  await expect(page.getByText('The marker on the map is a sample.')).toBeVisible();
  const alert = page.getByRole('alert').filter({ hasText: 'Failed to load map' });
  await expect(alert).toContainText('No map token was received.');
});

test('a map opened by its URL starts with all projects', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.addInitScript(() => {
    const messages: unknown[] = [];
    Object.assign(window, { messages });
    window.addEventListener('message', ({ data }) => messages.push(data));
  });
  await page.goto('/dashboard/map');
  await expect(locate(page, PROJECT)).toBeEnabled();
  const shown = () =>
    page.frames()[1]?.evaluate(() => {
      const { messages } = window as unknown as {
        messages: { type: string; markers: object[] }[];
      };
      return messages.flatMap(({ type, markers }) =>
        type === 'map:markers' ? [markers.length] : [],
      );
    });
  // Other tests may have added projects to the sample's four.
  await expect.poll(async () => (await shown())?.map((count) => count >= 4)).toEqual([true]);
});

test('View on Map opens the orthophoto of a project', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project } = await projectViewpoints(page, PROJECT);
  await page.goto(`/dashboard${project}`);
  const tile = page.waitForResponse(
    (response) => response.url().includes('/tiles/') && response.frame() !== page.mainFrame(),
  );
  await page.getByRole('link', { name: 'View on Map' }).click();
  expect((await tile).ok()).toBe(true);
  const map = page.frameLocator('iframe');
  await expect(map.getByText(/^Orthophoto from [A-Z][a-z]{2} \d+, \d{4} · /)).toBeVisible();
  await expect(map.getByText('McLennan County, Texas')).toBeVisible();
  await expect(page.getByText(`The map shows ${PROJECT}.`)).toBeAttached();
});
