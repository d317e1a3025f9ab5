import type { APIRequestContext, Page } from '@playwright/test';
import { expectAlert } from './alert.ts';
import { expect, test, testOnBoth } from './product.ts';
import { CLIENT, signInByApi, OPERATOR, PROJECT, signIn, OPEN_PHOTO } from './sample-site.ts';

async function openProject(page: Page): Promise<void> {
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
}

testOnBoth(
  'Ctrl+B toggles the sidebar, which is a drawer on a phone and remembers its state',
  async ({ page, context, isMobile }) => {
    await signIn(page, CLIENT);
    await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
    const toggle = page.getByRole('button', { name: 'Toggle sidebar' });
    const drawer = page.getByRole('dialog');
    if (isMobile) {
      expect((await toggle.boundingBox())?.height).toBeGreaterThanOrEqual(44);
      await page.keyboard.press('Control+b');
      await expect(drawer.getByRole('link', { name: 'Projects' })).toBeVisible();
      await expect.poll(async () => (await drawer.boundingBox())?.width).toBe(288);
      await page.keyboard.press('Escape');
      await expect(drawer).toBeHidden();
      return;
    }
    const sidebar = page.getByTestId('sidebar');
    const panel = sidebar.locator('> div');
    const widthOf = async (part = sidebar) => (await part.boundingBox())?.width;
    await expect.poll(() => widthOf()).toBe(256);
    await page.keyboard.press('Control+b');
    await expect.poll(() => widthOf()).toBe(48);
    await panel.hover();
    await expect.poll(() => widthOf(panel)).toBe(256);
    const cookie = (await context.cookies()).find(({ name }) => name === 'sidebar_state');
    expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(7, 1);
    await page.reload();
    await expect.poll(() => widthOf()).toBe(48);

    await page.mouse.move(600, 400);
    await expect.poll(() => widthOf(panel)).toBe(48);
    await toggle.click();
    await expect.poll(() => widthOf()).toBe(256);
    await page.mouse.move(600, 400);
    await page.setViewportSize({ width: 820, height: 1180 });
    await expect.poll(() => widthOf(panel)).toBe(48);
    await toggle.click();
    await expect(drawer.getByRole('link', { name: 'Projects' })).toBeVisible();
    await expect.poll(() => widthOf()).toBe(48);
  },
);

test('a client filters projects by name and status and sees when none match', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  const cards = page.getByRole('article');
  // Only counts the sample's projects, because other tests create more.
  await expect(cards.filter({ hasText: '(sample)' })).toHaveCount(4);
  await page.getByPlaceholder('Search projects...').fill('BRAZOS');
  await expect(cards).toHaveCount(1);
  await page.getByPlaceholder('Search projects...').fill('no such project');
  await expect(page.getByRole('heading', { name: 'No Projects Found' })).toBeVisible();
  await page.getByPlaceholder('Search projects...').fill('');
  const status = page.getByRole('combobox', { name: 'Status' });
  // Other fields' options are in the DOM, too, so look for the selected one.
  await status.press('p');
  await expect(page.locator('[data-combobox-selected]')).toHaveText('planning');
  await status.press('Enter');
  await expect(cards).toHaveCount(1);
});

test('the command palette opens a project by name', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByPlaceholder('Go to a screen or project...').fill('braz');
  await expect(page.getByRole('button', { name: PROJECT })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
});

test('a client compares a week with the previous one from its page or any photo', async ({
  page,
}) => {
  await signInByApi(page.request, CLIENT);
  await openProject(page);
  await page
    .getByRole('link', { name: /^View Week/ })
    .first()
    .click();
  // The project page's link is 'Back to Projects'.
  await expect(page.getByRole('link', { name: 'Back to Project', exact: true })).toBeVisible();
  const viewer = page.getByRole('dialog', { name: 'Media viewer' });
  const side = (name: string) => viewer.getByRole('button', { name: new RegExp(`^${name} `) });
  const dayOf = async (name: string) =>
    Date.parse(
      (await side(name)
        .getByText(/^[A-Z][a-z]+ \d+, \d{4}$/)
        .innerText()) + ' UTC',
    );
  const expectTwoWeeks = async () => {
    await expect(viewer.getByRole('status').getByText('Same viewpoint')).toBeVisible();
    expect((await dayOf('After')) - (await dayOf('Before'))).toBe(7 * 86_400_000);
  };

  await page.getByRole('button', { name: 'Compare Weeks' }).click();
  await expectTwoWeeks();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Compare Weeks' })).toBeFocused();

  const [opened, another] = ['Southwest', 'Entrance'];
  await page
    .getByRole('button', { name: `Open ${opened}` })
    .first()
    .click();
  await expectTwoWeeks();
  await expect(side('After')).toContainText(opened);

  const newest = await dayOf('After');
  await viewer.getByRole('button', { name: 'Earlier week' }).click();
  await expect.poll(() => dayOf('After')).toBe(newest - 7 * 86_400_000);
  await expectTwoWeeks();
  await side('Before').click();
  const choice = viewer.getByRole('region', { name: 'Weeks and viewpoints' });
  const weeks = choice.getByRole('list', { name: 'Weeks' }).getByRole('button');
  await weeks.nth(-4).click();
  await expect.poll(() => dayOf('Before')).toBe(newest - 3 * 7 * 86_400_000);
  // Choosing the week shown on the other side keeps both photos and switches to that side.
  await weeks.nth(-2).click();
  const afterSide = choice.getByRole('button', { name: 'After', exact: true });
  await expect(afterSide).toHaveAttribute('aria-pressed', 'true');
  expect(await dayOf('After')).toBe(newest - 7 * 86_400_000);
  await expect(side('After')).toContainText(opened);
  // An earlier week becomes the before week.
  await weeks.nth(-5).click();
  await expect.poll(() => dayOf('Before')).toBe(newest - 4 * 7 * 86_400_000);
  expect(await dayOf('After')).toBe(newest - 3 * 7 * 86_400_000);
  await choice.getByRole('button', { name: another }).click();
  await expect(side('After')).toContainText(another);
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(side('Before')).toBeFocused();
});

/** Changes the project's newest week as the operator. */
async function asOperator(request: APIRequestContext) {
  await signInByApi(request, OPERATOR);
  const answer = await request.get('/api/operator/submissions?status=published');
  const { submissions } = (await answer.json()) as {
    submissions: { id: string; title: string; projectName: string }[];
  };
  const newest = submissions.find(({ projectName }) => projectName === PROJECT);
  if (!newest) throw new Error('The sample project has no submission.');
  const call = async (verb: 'publish' | 'unpublish') => {
    const done = await request.post(`/api/operator/submissions/${newest.id}/${verb}`, { data: {} });
    expect(done.status()).toBe(200);
  };
  return { newest, call };
}

test.describe('when a week is unpublished', () => {
  // Pictures that are still loading get a 404.
  test.use({ expectedErrors: [/status of 404/] });
  test('it disappears, and reappears when published, without a reload', async ({
    page,
    request,
  }) => {
    const { newest, call } = await asOperator(request);
    await signInByApi(page.request, CLIENT);
    await openProject(page);
    const week = page.getByRole('region', { name: `Photos of ${newest.title}`, exact: true });
    await expect(week).toBeVisible();
    await call('unpublish');
    await expect(week).toBeHidden();
    await call('publish');
    await expect(week).toBeVisible();
  });
});

test.describe('when the server is down', () => {
  test.use({ expectedErrors: [/ERR_CONNECTION|WebSocket/] });
  test('a bar appears until the page has reconnected', async ({ page, program }) => {
    await signInByApi(page.request, CLIENT);
    await page.goto('/dashboard');
    await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
    const bar = page.getByText('Connection lost. Reconnecting…');
    const restarted = program.restart('SIGKILL');
    await expect(bar).toBeVisible({ timeout: 20_000 });
    await restarted;
    await expect(bar).toBeHidden({ timeout: 20_000 });
  });
});

test.describe('a share link with a password', () => {
  test.use({ expectedErrors: [/status of 40[13]/] });
  test('opens only with the password', async ({ page, newPerson }) => {
    await signInByApi(page.request, CLIENT);
    await page.goto('/dashboard/sharing');
    await page.getByRole('button', { name: 'Create Share Link' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Project' }).click();
    await page.getByRole('option', { name: PROJECT }).click();
    await dialog.getByRole('textbox', { name: 'Password' }).fill('crane-42');
    await dialog.getByRole('button', { name: 'Create Share Link' }).click();
    const address = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();

    const visitor = await newPerson();
    await visitor.goto(address);
    await expect(visitor.getByRole('heading', { name: 'Password Required' })).toBeVisible();
    await expect(visitor.getByText(PROJECT)).toHaveCount(0);
    await visitor.getByLabel('Password').fill('a guess');
    await visitor.keyboard.press('Enter');
    await expect(visitor.getByRole('alert')).toHaveText(/incorrect/);
    await visitor.getByLabel('Password').fill('crane-42');
    await visitor.getByRole('button', { name: 'Open' }).click();
    await expect(visitor.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();

    const viewer = visitor.getByRole('dialog', { name: 'Media viewer' });
    for (const how of ['Back', 'Escape']) {
      await visitor.getByRole('button', { name: OPEN_PHOTO }).first().click();
      await expect(viewer).toBeVisible();
      await (how === 'Back' ? visitor.goBack() : visitor.keyboard.press(how));
      await expect(viewer).toBeHidden();
      await expect(visitor.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
    }

    const picture = visitor
      .getByRole('region', { name: 'Before and after' })
      .getByRole('img')
      .first();
    const width = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(width).toBeGreaterThan(0);
    const sharedUrls = [
      await picture.evaluate((image: HTMLImageElement) => image.currentSrc),
      await visitor.getByRole('link', { name: /Download all originals/ }).getAttribute('href'),
    ];
    const friend = await newPerson();
    for (const url of sharedUrls) {
      expect((await visitor.request.head(url ?? '')).status()).toBe(200);
      expect((await friend.request.head(url ?? '')).status()).toBe(401);
    }
    // After the password has expired, the page asks for it instead of showing gaps.
    await visitor.context().clearCookies();
    const week = visitor.getByRole('combobox', { name: 'Compare with week' });
    await week.selectOption({ index: 3 });
    await expect(visitor.getByRole('heading', { name: 'Password Required' })).toBeVisible();
  });
});

test.describe('when a share link is deleted', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('an open page shows it as soon as the visitor returns to the tab', async ({
    page,
    newPerson,
  }) => {
    await signInByApi(page.request, CLIENT);
    const { projects } = (await (await page.request.get('/api/projects')).json()) as {
      projects: { id: string; name: string }[];
    };
    const projectId = projects.find(({ name }) => name === PROJECT)?.id;
    const created = await page.request.post('/api/share-links', { data: { projectId } });
    const link = (await created.json()) as { id: string; url: string };

    const visitor = await newPerson();
    await visitor.goto(link.url);
    await expect(visitor.getByRole('heading', { level: 1, name: PROJECT })).toBeVisible();
    await page.request.delete(`/api/share-links/${link.id}`);
    // Browsers fire this event when a tab comes to the front.
    await visitor.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await expect(visitor.getByRole('heading', { name: 'Link Not Available' })).toBeVisible();
    await expect(visitor.getByRole('img')).toHaveCount(0);
  });
});

test('a client creates, disables, enables and deletes a share link', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/sharing');
  await page.getByRole('button', { name: 'Create Share Link' }).first().click();
  const dialog = page.getByRole('dialog');
  const create = dialog.getByRole('button', { name: 'Create Share Link' });
  await create.click();
  await expectAlert(page, 'Please select a project');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: 'Create Share Link' }).first().click();
  const title = 'For the board';
  await dialog.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option', { name: PROJECT }).click();
  await dialog.getByLabel('Title').fill(title);
  await create.click();
  await expectAlert(page, 'Share link created successfully');
  await dialog.getByRole('button', { name: 'Done' }).click();

  const actions = page.getByRole('button', { name: `Actions for ${title}` });
  const item = (name: string) => page.getByRole('menuitem', { name });
  await actions.click();
  await item('Disable').click();
  await expectAlert(page, 'Share link disabled');
  await actions.click();
  await item('Enable').click();
  await expectAlert(page, 'Share link enabled');
  await actions.click();
  await item('Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expectAlert(page, 'Share link deleted');
  await expect(actions).toBeHidden();
});
