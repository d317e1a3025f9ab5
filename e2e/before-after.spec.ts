import type { Locator, Page } from '@playwright/test';
import { moveFingers } from './touch.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, PROJECT } from './sample-site.ts';

const dividerIn = (page: Page | Locator) =>
  page.getByRole('slider', { name: /^Divider between/ }).first();
const positionIn = async (page: Page) => Number(await dividerIn(page).inputValue());
const card = (page: Page) => page.getByRole('article', { name: PROJECT });
const beforeAfter = (page: Page) => page.getByRole('region', { name: 'What changed' });

/** The days of both pictures, from the divider's accessible name. */
async function daysIn(page: Page | Locator): Promise<number[]> {
  const name = (await dividerIn(page).getAttribute('aria-label')) ?? '';
  return [...name.matchAll(/[A-Z][a-z]{2} \d+, \d{4}/g)].map(([day]) => Date.parse(`${day} UTC`));
}
const DAY_MS = 86_400_000;

/** Runs a test on each of the three screens that begin with a before/after. */
async function onEachScreen(page: Page, journey: (screen: string) => Promise<void>) {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await journey('dashboard');
  await card(page).getByRole('link', { name: PROJECT, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  await journey('project');
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Weekly Overview' })).toBeVisible();
  await journey('week');
}

test('the dashboard, a project and a week start with a before/after for mouse and keyboard', async ({
  page,
}) => {
  await onEachScreen(page, async () => {
    await expect(page.getByText('Aligned', { exact: true }).first()).toBeVisible();
    const [before = 0, after = 0] = await daysIn(page);
    expect(after - before).toBe(7 * DAY_MS);
    const box = await dividerIn(page).locator('..').boundingBox();
    if (!box) throw new Error('The before/after is not visible.');
    const y = box.y + box.height / 3;
    await page.mouse.move(box.x + box.width * 0.25, y);
    await page.mouse.down();
    expect(await positionIn(page)).toBeCloseTo(25, 0);
    await page.mouse.move(box.x + box.width * 0.75, y, { steps: 4 });
    await page.mouse.up();
    expect(await positionIn(page)).toBeCloseTo(75, 0);
    await dividerIn(page).press('Home');
    await dividerIn(page).press('PageUp');
    await dividerIn(page).press('ArrowRight');
    expect(await positionIn(page)).toBe(11);
  });
});

test('a project shows all viewpoints next to the before/after, and no gap below its media', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await card(page).getByRole('link', { name: PROJECT, exact: true }).click();
  const viewpoints = beforeAfter(page)
    .getByRole('list', { name: 'Viewpoints' })
    .getByRole('button');
  await expect(viewpoints).toHaveCount(8);
  for (const viewpoint of await viewpoints.all()) {
    await expect(viewpoint).toBeInViewport({ ratio: 1 });
  }
  const [media, updates] = await Promise.all(
    ['Project Media', 'Submission Progress Updates'].map((name) =>
      page.getByRole('region', { name }).boundingBox(),
    ),
  );
  if (!media || !updates) throw new Error('A section is missing.');
  expect(updates.y - media.y - media.height).toBeLessThan(32);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('swiping sideways moves the divider, and swiping up scrolls the page', async ({ page }) => {
    await onEachScreen(page, async () => {
      const picture = dividerIn(page).locator('..');
      await picture.scrollIntoViewIfNeeded();
      const box = await picture.boundingBox();
      if (!box) throw new Error('The before/after is not visible.');
      expect(box.width).toBeGreaterThan(340);
      const at = (x: number, y: number) => ({
        x: box.x + box.width * x,
        y: box.y + box.height * y,
      });
      await moveFingers(page, { from: at(0.3, 0.7), to: at(0.8, 0.72) });
      expect(await positionIn(page)).toBeCloseTo(80, 0);
      const before = await page.evaluate(() => window.scrollY);
      await moveFingers(page, { from: at(0.3, 0.9), to: at(0.32, 0.1) });
      await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(before + 50);
      expect(await positionIn(page)).toBeCloseTo(80, 0);
      await page.evaluate(() => window.scrollTo(0, 0));
    });
  });
});

test('two clicks lead from the dashboard to the changes at a viewpoint since the start', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  const [, newest] = await daysIn(card(page));
  await card(page)
    .getByRole('link', { name: /^Since the Start/ })
    .click();
  const viewpoints = beforeAfter(page)
    .getByRole('list', { name: 'Viewpoints' })
    .getByRole('button');
  await viewpoints.nth(2).click();
  await expect(viewpoints.nth(2)).toHaveAttribute('aria-pressed', 'true');
  const [start = 0, end = 0] = await daysIn(page);
  expect(end).toBe(newest);
  expect(end - start).toBeGreaterThan(5 * 7 * DAY_MS);
  await page.reload();
  await expect(viewpoints.nth(2)).toHaveAttribute('aria-pressed', 'true');
  expect(await daysIn(page)).toEqual([start, end]);

  await beforeAfter(page).getByRole('button', { name: 'Since last week' }).click();
  await expect.poll(() => daysIn(page)).toEqual([end - 7 * DAY_MS, end]);
  await beforeAfter(page)
    .getByRole('combobox', { name: 'Since a date' })
    .selectOption({ index: 3 });
  await expect.poll(() => daysIn(page)).toEqual([end - 3 * 7 * DAY_MS, end]);
});

test('a visitor chooses the viewpoint and week of the before/after on a shared page', async ({
  page,
  sample,
}) => {
  const { shared } = sample;
  await page.goto(shared);
  const changed = page.getByRole('region', { name: 'Before and after' });
  await expect(dividerIn(changed).locator('..')).toBeInViewport({ ratio: 0.6 });
  await expect(changed.getByText('Aligned', { exact: true })).toBeVisible();
  const [before = 0, after = 0] = await daysIn(changed);
  expect(after - before).toBe(7 * DAY_MS);

  const viewpoints = changed.getByRole('list', { name: 'Viewpoints' }).getByRole('button');
  const name = await viewpoints.nth(2).innerText();
  await viewpoints.nth(2).press('Enter');
  await expect(changed.getByRole('img', { name: new RegExp(`^${name}, `) })).toHaveCount(2);
  const week = changed.getByRole('combobox', { name: 'Compare with week' });
  await week.selectOption({ index: 2 });
  await expect.poll(() => daysIn(changed)).toEqual([after - 21 * DAY_MS, after]);
  await page.reload();
  await expect(viewpoints.nth(2)).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => daysIn(changed)).toEqual([after - 21 * DAY_MS, after]);
});

test('a client goes from week to week on the project page and on week pages', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await card(page).getByRole('link', { name: PROJECT, exact: true }).click();
  const weeks = page.getByRole('navigation', { name: 'Weeks' });
  const photos = page.getByRole('region', { name: /^Photos of/ });
  await expect(photos).toHaveCount(1);
  const title = (await photos.getAttribute('aria-label')) ?? '';
  const [, newest = 0] = await daysIn(page);
  await weeks.getByRole('link').click();
  await expect.poll(() => daysIn(page)).toEqual([newest - 14 * DAY_MS, newest - 7 * DAY_MS]);
  await expect(photos).not.toHaveAccessibleName(title);

  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Weekly Overview' })).toBeVisible();
  await expect(page.getByRole('link', { name: /^View Week/ })).toHaveCount(0);
  expect(await daysIn(page)).toEqual([newest - 14 * DAY_MS, newest - 7 * DAY_MS]);
  const address = page.url();
  await weeks.getByRole('link', { name: /^Earlier week/ }).click();
  await expect.poll(() => daysIn(page)).toEqual([newest - 21 * DAY_MS, newest - 14 * DAY_MS]);
  await weeks.getByRole('link', { name: /^Later week/ }).click();
  await expect(page).toHaveURL(address);
});

test.describe('when the comparison fails to load', () => {
  test.use({ expectedErrors: [/status of 500/] });
  test('the page shows an error and loads it on retry', async ({ page }) => {
    await signInByApi(page.request, CLIENT);
    await page.goto('/dashboard');
    await page.route('**/comparison*', (route) => route.fulfill({ status: 500, json: {} }));
    await card(page).getByRole('link', { name: PROJECT, exact: true }).click();
    const failure = page.getByRole('alert').filter({ hasText: 'Failed to load the comparison' });
    await expect(failure).toBeVisible();
    await page.unroute('**/comparison*');
    await failure.getByRole('button', { name: 'Retry' }).click();
    await expect(dividerIn(page)).toBeAttached();
  });
});
