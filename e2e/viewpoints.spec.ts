import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { chooseByKeyboard } from './keyboard-menu.ts';
import { expect, test } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT as LONG_PROJECT, PHOTO } from './sample-site.ts';
import { photosOf, alignmentStates, projectViewpoints } from './read-api.ts';

/** This project has two published weeks with few photos, so alignment is fast. */
const PROJECT = 'Cottonwood Logistics Park (sample)';

/** The project's viewpoints once the first one's photos are aligned; alignment jobs have the lowest priority. */
async function alignedViewpoints(page: Page) {
  test.setTimeout(300_000);
  const [first] = (await projectViewpoints(page, PROJECT)).viewpoints;
  const states = () => alignmentStates(page, first?.id);
  await expect.poll(states, { timeout: 200_000 }).toEqual(['aligned', 'aligned']);
  // Read again: a newly started program may have reordered them.
  return projectViewpoints(page, PROJECT);
}

test('a client plays the weeks of a viewpoint and downloads them as a video', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await alignedViewpoints(page);
  await page.goto(`/dashboard${project}?tab=viewpoints`);
  await page.getByRole('link', { name: viewpoints[0]?.name, exact: false }).last().click();
  await expect(page.getByText('2 aligned photos')).toBeVisible();

  await page.setViewportSize({ width: 1440, height: 900 });
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeInViewport({
    ratio: 1,
  });
  const week = page.getByRole('slider', { name: 'Week' });
  const last = await week.getAttribute('aria-valuetext');
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(week).not.toHaveAttribute('aria-valuetext', last ?? '');
  await expect(week).toHaveAttribute('aria-valuetext', last ?? '');
  await page.getByRole('button', { name: 'Pause' }).click();

  await week.press('End');
  await page.getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(week).not.toHaveAttribute('aria-valuetext', last ?? '');
  await page.keyboard.press('ArrowRight');
  await expect(week).toHaveAttribute('aria-valuetext', last ?? '');
  await page.getByRole('radio', { name: 'Normal' }).press('ArrowLeft');
  await expect(page.getByRole('radio', { name: 'Slow' })).toBeChecked();
  await expect(week).toHaveAttribute('aria-valuetext', last ?? '');
  await page.getByRole('radio', { name: 'Slow' }).press('ArrowRight');

  await page.getByRole('button', { name: 'Download Video' }).click();
  await page.getByRole('menuitem', { name: 'Full HD (1080p)' }).click();
  const ready = page.getByRole('link', { name: /^Download Video, \d/ });
  await expect(ready).toBeVisible({ timeout: 60_000 });
  const [film] = await Promise.all([page.waitForEvent('download'), ready.click()]);
  expect(film.suggestedFilename()).toBe(`${PROJECT} - ${viewpoints[0]?.name} - 1080p.mp4`);
  const bytes = await readFile(await film.path());
  expect(bytes.subarray(4, 8).toString()).toBe('ftyp');
});

test('a client gets a viewpoint by email on a weekday until they stop it', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await projectViewpoints(page, PROJECT);
  await page.goto(`/dashboard${project}/viewpoints/${viewpoints[0]?.id}`);
  await page.getByRole('button', { name: 'Email Me Weekly' }).click();
  await page.getByRole('menuitem', { name: 'Every Tuesday' }).click();
  await expectAlert(page, 'Emailed every Tuesday at 7 AM if there is a new photo');
  const button = page.getByRole('button', { name: 'Emailed on Tuesdays' });
  await expect(button).toBeVisible();

  await page.goto('/dashboard/account');
  await expect(page.getByRole('link', { name: viewpoints[0]?.name, exact: true })).toBeVisible();
  await button.click();
  await page.getByRole('menuitem', { name: 'Stop' }).click();
  await expect(button).toBeHidden();
});

test('a canceled video is made when the client selects it again', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await alignedViewpoints(page);
  await page.goto(`/dashboard${project}/viewpoints/${viewpoints[1]?.id}`);
  await expect(page.getByText('2 aligned photos')).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/timelapse')) asked.push(request.postData() ?? '');
  });
  const choose = page.getByRole('button', { name: 'Download Video', exact: true });
  const cancel = page.getByRole('button', { name: 'Cancel' });
  const making = page.getByRole('progressbar', { name: 'Creating the video' });

  await choose.click();
  await page.getByRole('menuitem', { name: /^Up to 4K/ }).click();
  await cancel.click();
  await choose.click();
  await page.getByRole('menuitem', { name: /^Up to 4K/ }).click();
  await expect(making.or(page.getByRole('link', { name: /^Download Video, / }))).toBeVisible();
  await expect(page.getByText('Canceled.')).toBeHidden();

  await page.getByRole('checkbox', { name: 'Dates' }).uncheck();
  await expect(choose).toBeVisible();
  await page.getByRole('checkbox', { name: 'Dates' }).check();
  await expect(page.getByRole('link', { name: /^Download Video, / })).toBeVisible({
    timeout: 60_000,
  });
  expect(asked.filter((body) => body.includes('"hasDays":false'))).toEqual([]);
});

test('a client opens the page while a video is being made, sees its progress and cancels it', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await projectViewpoints(page, PROJECT);
  const film = {
    size: '4k',
    state: 'making',
    percent: 40,
    fileName: 'film.mp4',
    url: null,
    bytes: null,
  };
  // Pretend that a long video is in progress: a real one of two photos might finish before the page loads.
  await page.route('**/timelapse/making', (route) => route.fulfill({ json: { film } }));
  await page.route('**/timelapse', (route) => route.fulfill({ json: film }));
  await page.goto(`/dashboard${project}/viewpoints/${viewpoints[1]?.id}`);
  await expect(page.getByText('Creating the video: 40%')).toBeVisible();
  await page.route('**/timelapse/cancel', (route) =>
    route.fulfill({ json: { ...film, state: 'cancelled' } }),
  );
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Download Video', exact: true })).toBeVisible();
});

test('a client compares two photos aligned or as taken', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await alignedViewpoints(page);
  await page.goto(`/dashboard${project}/viewpoints/${viewpoints[0]?.id}`);
  await page.getByRole('button', { name: 'Compare' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  const after = viewer.getByRole('img', { name: PHOTO }).nth(1);
  const press = (name: string) => viewer.getByRole('button', { name, exact: true }).click();
  const pressMore = async (name: string) => {
    await viewer.getByRole('button', { name: /More$/ }).click();
    await press(name);
  };
  await expect(after).toHaveCSS('transform', /^matrix/);
  await press('Changes');
  await expect(viewer.getByText(/^\d+ areas? changed|^No large changes found/)).toBeVisible();
  await expect(page).toHaveURL(/_c$/);
  await pressMore('As taken');
  await expect(after).toHaveCSS('transform', 'none');
  await expect(viewer.getByRole('button', { name: 'Changes' })).toBeDisabled();
  await expect(viewer.getByText(/Turn off “As taken” to mark changes$/)).toBeVisible();
  await pressMore('Fade');
  await viewer.getByRole('slider').press('End');
  await expect(page).toHaveURL(/_f100_t/);

  await page.reload();
  await press('Fade, As taken, More');
  const fade = viewer.getByRole('button', { name: 'Fade', exact: true, pressed: true });
  await expect(fade).toBeVisible();
  await press('As taken');
  await expect(after).toHaveCSS('transform', /^matrix/);
  await pressMore('Lens');
  await expect(viewer.getByText(/, in the lens$/)).toBeVisible();
  await viewer.getByRole('button', { name: /^Lens showing/ }).press('ArrowRight');
  await pressMore('Blink');
  await expect(page).toHaveURL(/_b100$/);
});

test('a client shares two photos with a visitor who has no account', async ({
  page,
  newPerson,
}) => {
  await signInByApi(page.request, CLIENT);
  const { project, viewpoints } = await projectViewpoints(page, LONG_PROJECT);
  await page.goto(`/dashboard${project}/viewpoints/${viewpoints[0]?.id}`);
  const weeks = page.getByRole('list', { name: 'Photos of this viewpoint' });
  const week = (number: number) => weeks.getByRole('button', { name: `Week ${number}` });
  await week(3).click();
  await week(6).click();
  const days = await weeks.locator('[aria-pressed=true] time').allTextContents();
  await page.getByRole('button', { name: 'Share Pair' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create Share Link' });
  const title = `${viewpoints[0]?.name}: ${days.join(' and ')}`;
  await expect(dialog.getByLabel('Title')).toHaveValue(title);
  await dialog.getByRole('button', { name: 'Create Share Link' }).click();
  const link = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();

  const visitor = await newPerson();
  await visitor.goto(link);
  const viewer = visitor.getByRole('dialog', { name: 'Media viewer' });
  await expect(viewer.getByRole('img', { name: PHOTO })).toHaveCount(2);
  for (const day of days) await expect(viewer.getByText(day, { exact: true })).toBeVisible();
  await viewer.press('Escape');
  await expect(visitor.getByText(title)).toBeVisible();
});

test('staff assign photos to viewpoints by key, by dragging and by name, and undo it', async ({
  page,
}) => {
  await signInByApi(page.request, OPERATOR);
  const { project, viewpoints } = await alignedViewpoints(page);
  const [viewpoint, other] = viewpoints.slice(0, 2);
  const [, last] = await photosOf(page, viewpoint?.id);
  const released = await page.request.post(`/api/operator/viewpoints/${viewpoint?.id}/release`, {
    data: { fileIds: [last?.id] },
  });
  expect(released.ok()).toBe(true);
  await page.goto(`/operator${project}`);
  await page.getByRole('link', { name: '1 photo without a viewpoint' }).click();
  const photo = page.getByRole('button', { name: `Select ${last?.fileName}` });
  const target = (name?: string) =>
    page.getByRole('region', { name: 'Viewpoints' }).getByRole('button', { name, exact: false });
  const undo = async () => {
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(photo).toBeVisible();
  };

  await photo.press('1');
  await expect(page.getByText('Every photo has a viewpoint.')).toBeVisible();
  await undo();
  await photo.dragTo(target(other?.name));
  await expectAlert(page, `1 Photo Added to ${other?.name}`);
  await undo();
  await photo.press('n');
  await page.getByRole('textbox', { name: 'Name' }).fill('North gate');
  await page.getByRole('button', { name: 'Create' }).click();
  await expectAlert(page, '1 Photo Added to North gate');
  await undo();
  await photo.press(' ');
  await target(`Add 1 selected photo to ${viewpoint?.name}`).click();
  await expect(page.getByText('Every photo has a viewpoint.')).toBeVisible();
  expect(await photosOf(page, viewpoint?.id)).toHaveLength(2);
});

test('staff choose a reference photo, split a viewpoint and reorder viewpoints by keyboard', async ({
  page,
}) => {
  await signInByApi(page.request, OPERATOR);
  const { project, viewpoints } = await alignedViewpoints(page);
  const [before, split] = viewpoints.slice(2, 4);
  await page.goto(`/operator${project}/viewpoints/${split?.id}`);
  const photos = page.getByRole('list', { name: 'Photos of this viewpoint' }).getByRole('button');
  const other = photos.filter({ hasNotText: 'Reference' });
  const title = (await other.locator('time').textContent()) ?? '';
  await other.click();
  await page.getByRole('button', { name: 'Align Others with This Photo' }).click();
  await expectAlert(page, 'Aligning Photos with This One');
  await expect(photos.filter({ hasText: title })).toContainText('Reference');

  await other.click();
  await page.getByRole('button', { name: 'Split Off' }).click();
  await expect(photos).toHaveCount(1);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).not.toHaveText(split?.name ?? '');
  const made = (await heading.textContent()) ?? '';
  await page.getByRole('link', { name: 'Back to Project' }).click();

  const names = page.getByRole('list', { name: 'Viewpoints' }).getByRole('link');
  const three = new Set([before?.name, split?.name, made]);
  const orderOf = async () => (await names.allTextContents()).filter((name) => three.has(name));
  await expect.poll(orderOf).toEqual([before?.name, split?.name, made]);
  const actions = page.getByRole('button', { name: `Actions for ${made}` });
  for (const order of [
    [before?.name, made, split?.name],
    [made, before?.name, split?.name],
  ]) {
    await chooseByKeyboard(actions, 'Move Up');
    await expect.poll(orderOf).toEqual(order);
    await expect(actions).toBeFocused();
  }
});

test.describe('in the back office', () => {
  // The merged viewpoint is requested again before the other is shown.
  test.use({ expectedErrors: [/status of 404/] });

  test('staff rename, hide and merge viewpoints', async ({ page, newPerson }) => {
    await signInByApi(page.request, OPERATOR);
    const { project, viewpoints } = await alignedViewpoints(page);
    const [into, from] = viewpoints.slice(-2);
    await page.goto(`/operator${project}/viewpoints/${from?.id}`);
    const act = async (name: string) => {
      await page.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name }).click();
    };
    await act('Rename');
    await page.getByRole('textbox', { name: 'Name' }).fill('South gate');
    await page.getByRole('button', { name: 'Rename' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'South gate' })).toBeVisible();

    await act('Hide from Clients');
    await expectAlert(page, 'Hidden from Clients');
    const client = await newPerson();
    await signInByApi(client.request, CLIENT);
    await client.goto(`/dashboard${project}?tab=viewpoints`);
    await expect(client.getByRole('link', { name: into?.name })).toBeVisible();
    await expect(client.getByRole('link', { name: 'South gate' })).toBeHidden();

    await act('Merge into Another Viewpoint');
    await page.getByRole('combobox', { name: 'Merge into' }).click();
    await page.getByRole('option', { name: into?.name }).click();
    await page.getByRole('button', { name: 'Merge', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: into?.name })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: '4 photos' })).toBeVisible();
  });
});
