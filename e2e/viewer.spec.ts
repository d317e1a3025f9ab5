import type { Page } from '@playwright/test';
import { moveFingers } from './touch.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT, OPEN_PHOTO, PHOTO } from './sample-site.ts';
import { projectViewpoints } from './read-api.ts';

/** Opens the second photo of the newest week; returns the viewer. */
async function openPhoto(page: Page) {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects?perf=1');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('button', { name: OPEN_PHOTO }).nth(1).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Single' }).click();
  return viewer;
}

test('photos of visited weeks come from the cache, as the Performance Monitor shows', async ({
  page,
}) => {
  const viewer = await openPhoto(page);
  const monitor = viewer.getByRole('region', { name: 'Performance Monitor' });
  const figure = (name: string) =>
    monitor.locator('dl > div').filter({ hasText: name }).locator('dd');
  await expect(figure('Failed')).toHaveText('0');
  await monitor.getByRole('button', { name: 'Cache' }).click();
  await expect(figure('Entries')).not.toHaveText('0');
  const photo = viewer.getByRole('img', { name: PHOTO });
  const before = (await photo.getAttribute('src')) ?? '';
  // Pictures that were skipped while navigating quickly still load later.
  await expect(async () => {
    await viewer.getByRole('button', { name: 'Earlier week' }).click();
    await expect(photo).not.toHaveAttribute('src', before);
    await viewer.getByRole('button', { name: 'Later week' }).click();
    await expect(photo).toHaveAttribute('src', before);
    await expect(figure('Hit rate')).not.toHaveText('0%', { timeout: 1000 });
  }).toPass();
  await expect(figure('Max')).toHaveText('50 MB');
  // Pictures that are still loading enter the cache after the first click, so click again.
  await expect(async () => {
    await monitor.getByRole('button', { name: 'Clear Cache' }).click();
    await expect(figure('Entries')).toHaveText('0', { timeout: 1000 });
  }).toPass();
});

test('keys open the details of a photo and the list of shortcuts', async ({ page }) => {
  const viewer = await openPhoto(page);
  await expect(viewer.getByRole('img', { name: PHOTO })).toBeVisible();
  await page.keyboard.press('i');
  const details = viewer.getByRole('region', { name: 'Details' });
  for (const known of [/ C[SD]T$/, 'FC3682', /above takeoff$/, /^northeast/, /^[\da-f]{64}$/]) {
    await expect(details.getByText(known)).toBeVisible();
  }
  await page.keyboard.press('?');
  await expect(details).toBeHidden();
  await expect(viewer.getByRole('region', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(viewer.getByRole('region', { name: 'Keyboard shortcuts' })).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
});

test('a client steps through a video by frame and changes its speed', async ({ page }) => {
  const viewer = await openPhoto(page);
  const film = viewer.getByRole('button', { name: /^Video/ });
  for (let week = 0; week < 2; week++) {
    const photo = await viewer.getByRole('img', { name: PHOTO }).getAttribute('src');
    await viewer.getByRole('button', { name: 'Earlier week' }).click();
    await expect(viewer.getByRole('img', { name: PHOTO })).not.toHaveAttribute('src', photo ?? '');
  }
  await film.click();
  const video = viewer.locator('video');
  const read = (field: 'currentTime' | 'playbackRate') =>
    video.evaluate((element: HTMLVideoElement, name) => element[name], field);
  await expect(video).toHaveJSProperty('paused', true);
  await expect.poll(() => video.evaluate((it: HTMLVideoElement) => it.duration)).toBeGreaterThan(1);
  await viewer.getByRole('button', { name: 'Frame forward' }).click();
  await expect.poll(() => read('currentTime')).toBeCloseTo(1 / 30, 3);
  // Flight data is for staff only.
  await expect(viewer.getByRole('button', { name: 'Flight data' })).toHaveCount(0);
  await viewer.getByRole('combobox', { name: 'Speed' }).selectOption('2×');
  expect(await read('playbackRate')).toBe(2);
});

test('a video shows its length and plays by keyboard', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project } = await projectViewpoints(page, PROJECT);
  await page.goto(`/dashboard${project}?tab=videos`);
  const start = page.getByRole('button', { name: /^Play / }).first();
  await expect(start).toHaveText(/^\d:\d\d$/);
  const film = page.locator('video').first();
  await expect(film).toHaveJSProperty('readyState', 0);
  await start.press('Enter');
  await expect(film).toHaveJSProperty('paused', false);
  await expect(film).toHaveJSProperty('controls', true);
  await expect(film).toBeFocused();
});

test.describe('when thumbnails fail to load', () => {
  test.use({ expectedErrors: [/ERR_FAILED/] });

  test('the thumbnail strip of a week shows that images are unavailable', async ({ page }) => {
    await page.route('**/w256.webp', (route) => route.abort());
    const viewer = await openPhoto(page);
    const strip = viewer.getByRole('list', { name: "This week's files" });
    await expect(strip.getByText('Image unavailable').first()).toBeVisible();
  });
});

test("staff turn the Performance Monitor on and off, and clients can't", async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await page.getByRole('button', { name: 'Account menu' }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible();
  await expect(page.getByRole('menuitemcheckbox')).toHaveCount(0);
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator');
  const monitor = page.getByRole('region', { name: 'Performance Monitor' });
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitemcheckbox', { name: 'Performance Monitor' }).click();
  await expect(page.getByRole('menu')).toBeHidden();
  await expect(monitor.getByText('Average load time')).toBeVisible();
  await page.reload();
  await monitor.getByRole('button', { name: 'Close Performance Monitor' }).click();
  await expect(monitor).toBeHidden();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

  test('one finger swipes to the next photo, two fingers zoom in, a double tap zooms out', async ({
    page,
  }) => {
    const viewer = await openPhoto(page);
    const photo = viewer.getByRole('img', { name: PHOTO });
    const first = await photo.getAttribute('alt');
    const middle = { x: 195, y: 420 };
    const beside = (dx: number) => ({ ...middle, x: middle.x + dx });
    await moveFingers(page, { from: beside(80), to: beside(-80) });
    await expect(photo).not.toHaveAttribute('alt', first ?? '');
    await moveFingers(page, { from: beside(-80), to: beside(80) });
    await expect(photo).toHaveAttribute('alt', first ?? '');

    const width = async () => (await photo.boundingBox())?.width ?? 0;
    const whole = await width();
    await moveFingers(
      page,
      { from: beside(-30), to: beside(-90) },
      { from: beside(30), to: beside(90) },
    );
    await expect.poll(async () => (await width()) / whole).toBeGreaterThan(2);
    // When zoomed in, one finger pans instead of swiping.
    await moveFingers(page, { from: beside(80), to: beside(-80) });
    await expect(photo).toHaveAttribute('alt', first ?? '');
    await page.touchscreen.tap(middle.x, middle.y);
    await page.touchscreen.tap(middle.x, middle.y);
    await expect.poll(width).toBeCloseTo(whole, 0);
  });
});
