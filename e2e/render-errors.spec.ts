import type { Page } from '@playwright/test';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi } from './sample-site.ts';

// React logs rendering errors.
test.use({ expectedErrors: [/TypeError|Objects are not valid|Minified React error #31/] });

const failure = (page: Page) => page.getByRole('alert').filter({ hasText: 'could not be shown' });

/** Modifies an API response on its way to the page. */
const changeResponse = (page: Page, path: RegExp, changes: object) =>
  page.route(path, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), ...changes } });
  });

test('the rest of a page stays usable when a card fails to render', async ({ page, sample }) => {
  const { project } = sample;
  await signInByApi(page.request, CLIENT);
  const answer = new RegExp(`/api/projects/${project.split('/').at(-1)}$`);
  await changeResponse(page, answer, { description: { not: 'a text' } });
  // Navigate within the app, because a full page load includes its first responses.
  await page.goto('/dashboard/projects');
  await page.locator(`a[href="${project}"]`).first().click();
  await expect(failure(page)).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Project Overview' })).toBeVisible();
  await failure(page).getByRole('button', { name: 'Try Again' }).click();
  await expect(failure(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  await expect(page.getByRole('dialog', { name: 'Media viewer' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.unroute(answer);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Project Overview' })).toBeVisible();
  await expect(failure(page)).toHaveCount(0);
});

test('the rest of a shared page stays usable when a section fails to render', async ({
  page,
  sample,
}) => {
  const { shared } = sample;
  await page.route(shared, async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    const body = html.replace(/"timelapses":\[[^\]]*\]/, '"timelapses":[null]');
    expect(body).not.toBe(html);
    await route.fulfill({ response, body });
  });
  await page.goto(shared);
  await expect(failure(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Compare all photos' }).click();
  await expect(page.getByRole('dialog', { name: 'Media viewer' })).toBeVisible();
});
