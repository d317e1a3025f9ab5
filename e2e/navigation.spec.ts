import { expect, test } from './product.ts';
import {
  CLIENT,
  signInByApi,
  OPERATOR,
  PROJECT,
  signIn,
  OPEN_PHOTO,
  PHOTO,
} from './sample-site.ts';

test('Back returns to lists as the client left them', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  const search = page.getByPlaceholder('Search projects...');
  await search.fill('brazos');
  await page.getByText('List view').click({ force: true });
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();

  await page.getByRole('button', { name: 'Show Older Updates' }).click();
  await page.getByRole('tab', { name: 'Videos' }).click();
  // Videos push down the rest of the page.
  await expect(page.locator('video').first()).toBeVisible();
  const oldest = page
    .getByRole('listitem')
    .getByRole('link', { name: /^View Week/ })
    .last();
  const title = await oldest.innerText();
  await oldest.scrollIntoViewIfNeeded();
  await page.evaluate(untilDrawn);
  await oldest.click();
  await expect(page.getByRole('link', { name: 'Back to Project' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('link', { name: title }).last()).toBeInViewport();
  await expect(page.getByRole('tab', { name: 'Videos' })).toHaveAttribute('aria-selected', 'true');
  await page.goBack();
  await expect(search).toHaveValue('brazos');
  await expect(page.getByRole('radio', { name: 'List view' })).toBeChecked();
  await expect(page.getByRole('article')).toHaveCount(1);

  await page.goForward();
  await page.reload();
  await page.getByRole('link', { name: 'Back to Projects' }).click();
  await expect(search).toHaveValue('brazos');
});

test('a typed search is forgotten when the operator signs out', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.goto('/operator/projects');
  const search = page.getByPlaceholder('Search projects...');
  await search.fill('brazos');
  await page.getByRole('link', { name: 'Company Management' }).click();
  await expect(page).toHaveURL(/\/operator\/companies$/);
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
  await signIn(page, OPERATOR);
  await page.goBack();
  await expect(page).toHaveURL(/\/operator\/projects$/);
  await expect(search).toHaveValue('');
});

test('the URL keeps what a list and a project show', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects?search=braz&sort=name&layout=list&status=nonsense');
  const search = page.getByPlaceholder('Search projects...');
  await expect(page.getByRole('article')).toHaveCount(1);
  await search.press('End');
  await search.pressSequentially('os');
  await expect(search).toHaveValue('brazos');
  await expect(page).toHaveURL(/search=brazos/);
  await page.getByRole('link', { name: 'Projects', exact: true }).click();
  await expect(search).toHaveValue('');
  await page.goBack();
  await expect(search).toHaveValue('brazos');
  await page.reload();
  await expect(search).toHaveValue('brazos');
  await expect(page.getByRole('radio', { name: 'List view' })).toBeChecked();

  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  const week = page.getByRole('combobox', { name: 'Week', exact: true });
  const photos = page.getByRole('region', { name: /^Photos of/ });
  await week.selectOption({ index: 2 });
  const chosen = await week.inputValue();
  await expect(page).toHaveURL(new RegExp(`week=${chosen}`));
  const title = await photos.first().getAttribute('aria-label');
  await page.reload();
  await expect(week).toHaveValue(chosen);
  await expect(photos).toHaveAccessibleName(title ?? '');
  await page.getByRole('button', { name: 'Show Older Photos' }).click();
  await expect(photos).not.toHaveCount(1);
  await expect(photos.first()).toHaveAccessibleName(title ?? '');
});

test('Back closes the viewer and keeps the page, however the viewer was opened', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  const open = page.getByRole('button', { name: OPEN_PHOTO }).nth(1);
  await open.click();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await expect(page).toHaveURL(/view=compare_/);
  await page.reload();
  await expect(viewer).toBeVisible();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
  const address = page.url();
  await page.goBack();
  await expect(page).toHaveURL(/\/dashboard\/projects$/);

  // Opens the URL directly, like a link in an email.
  await page.goto(address);
  await open.click();
  await expect(page).toHaveURL(/view=compare_/);
  const link = page.url();
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(address);
  await page.goto('about:blank');
  await page.goto(link);
  await expect(viewer.getByRole('img', { name: PHOTO })).toHaveCount(2);
  await page.goBack();
  await expect(viewer).toBeHidden();
  await expect(page).toHaveURL(address);
});

test('a URL restores what the viewer showed', async ({ page, newPerson }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  await viewer.getByRole('button', { name: 'Slider' }).click();
  await viewer.getByRole('slider', { name: 'Divider between' }).press('PageDown');
  for (const key of ['+', '+', 'r']) await page.keyboard.press(key);
  await expect(page).toHaveURL(/view=compare_.*_s40_z225x0y0r90$/);
  await page.reload();
  const expectSame = async (there: typeof viewer) => {
    await expect(there.getByRole('slider', { name: 'Divider between' })).toHaveValue('40');
    await expect(there.getByRole('button', { name: 'Zoom 225%, reset' })).toBeVisible();
  };
  await expectSame(viewer);
  const colleague = await newPerson();
  await signInByApi(colleague.request, CLIENT);
  await colleague.goto(page.url());
  await expectSame(colleague.getByRole('dialog', { name: 'Media viewer' }));

  const id = '00000000-0000-7000-8000-000000000000';
  await colleague.goto(page.url().replace(/view=.*$/, `view=single_${id}.${id}`));
  await expect(colleague.getByText('The item you opened is no longer available.')).toBeVisible();
});

test.describe('without a connection', () => {
  test.use({ expectedErrors: [/ERR_INTERNET_DISCONNECTED/] });

  test('a screen loads once the connection is back, without a page reload', async ({
    page,
    context,
  }) => {
    await signInByApi(page.request, OPERATOR);
    await page.goto('/operator');
    await expect(page.getByText('Online').first()).toBeVisible();
    const loadedAt = () => page.evaluate(() => performance.timeOrigin);
    const before = await loadedAt();
    await context.setOffline(true);
    await page.getByTestId('sidebar').getByRole('link', { name: 'Audit Log' }).click();
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('heading', { level: 1, name: 'Audit Log' })).toBeVisible();
    expect(await loadedAt()).toBe(before);
  });

  test('a screen that waited for the connection has its styles', async ({ page, context }) => {
    await signInByApi(page.request, CLIENT);
    await page.goto('/dashboard/projects');
    await expect(page.getByRole('link', { name: `View Details of ${PROJECT}` })).toBeVisible();
    await context.setOffline(true);
    await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
    await expect(page.getByText('Connection lost. Reconnecting…')).toBeVisible();
    await context.setOffline(false);
    await expect(page.getByRole('button', { name: 'Compare Weeks' })).toBeVisible();
    // Without the style sheet, a photo would have its full width.
    const photo = page.getByRole('button', { name: OPEN_PHOTO }).first();
    await expect(photo).toBeVisible();
    expect((await photo.boundingBox())?.width).toBeLessThan(400);
  });
});

/** Waits until the scroll position is drawn, because nobody clicks within the same frame. */
async function untilDrawn(): Promise<void> {
  for (let frame = 0; frame < 2; frame++) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}
