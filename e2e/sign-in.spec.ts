import { expectAlert } from './alert.ts';
import { expect, test } from './product.ts';
import { ADMIN, CLIENT, signInByApi, OPERATOR, PASSWORD, signIn } from './sample-site.ts';

// Browsers log refused requests.
test.use({ expectedErrors: [/status of 40[14]|WebSocket.*no valid credentials/] });
test('a visitor signs in after a wrong password and reaches the page they wanted', async ({
  page,
}) => {
  await page.goto('/dashboard/projects');
  await expect(page).toHaveURL(/\/auth\?next=%2Fdashboard%2Fprojects$/);
  await page.getByLabel('Email').fill(CLIENT);
  await page.getByLabel('Password', { exact: true }).fill('not-the-password');
  await page.getByRole('button', { name: 'Login' }).click();
  await expectAlert(page, 'Login failed', 'Invalid email or password. Please try again.');
  await expect(page.getByLabel('Email')).toHaveValue(CLIENT);

  await signIn(page, CLIENT);
  await expect(page).toHaveURL(/\/dashboard\/projects$/);
});

test('/auth sends a signed-in person to their start page, never to another site', async ({
  page,
}) => {
  await page.goto('/auth?next=https://evil.example/dashboard');
  await signIn(page, OPERATOR);
  await expect(page).toHaveURL(/\/operator$/);
  await page.goto('/auth?next=//evil.example/');
  await expect(page).toHaveURL(/\/operator$/);
});

test('unknown portal URLs lead to the dashboard', async ({ page }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard/nothing/here');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('signing out and signing in apply to all open tabs', async ({ page, context }) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  await other.getByRole('button', { name: 'Account menu' }).click();
  await other.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/\/auth$/);
  await expect(page).toHaveURL(/\/auth$/);

  await signIn(other, CLIENT);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a screen that is still loading switches to the person who signs in from another tab', async ({
  page,
  context,
}) => {
  await signInByApi(page.request, ADMIN);
  const signedIn = Promise.withResolvers<undefined>();
  await page.route('**/api/operator/files?*', async (route) => {
    await signedIn.promise;
    await route.continue();
  });
  await page.goto('/operator/files');
  await expect(page.getByLabel('Loading files')).toBeVisible();
  const connected = page.waitForEvent('websocket');
  await signInByApi(page.request, OPERATOR);
  await (await context.newPage()).goto('/operator');
  await expect(page.getByText(OPERATOR)).toBeVisible();
  await connected;
  signedIn.resolve(undefined);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
});

test('a client whose session has ended signs in and returns to the portal', async ({
  page,
  context,
}) => {
  await signInByApi(page.request, CLIENT);
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  await context.clearCookies();
  await page.goto('/dashboard/projects');
  await expect(page).toHaveURL(/\/auth/);
  await signIn(page, CLIENT);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('a client who returns the next morning is still signed in', async ({ page, context }) => {
  await signIn(page, CLIENT);
  await expect(page).toHaveURL(/\/dashboard$/);
  const [cookie] = (await context.cookies()).filter(({ name }) => name.endsWith('overfly_session'));
  expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(14, 1);
  await page.close();

  // By the browser's clock, the session expired long ago. The test decides when the server renews it.
  await context.clock.install({ time: Date.now() + 16 * 3_600_000 });
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await context.route('**/api/session', async (route) => {
    await asked;
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), needsRefresh: true } });
  });
  const morning = await context.newPage();
  const seen: string[] = [];
  morning.on('framenavigated', (frame) => seen.push(new URL(frame.url()).pathname));
  await morning.goto('/dashboard/projects');
  await expect(morning.getByText('Loading...')).toBeVisible();
  answer();
  await expect(morning.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible();
  await expect
    .poll(async () => (await context.cookies()).find(({ name }) => name === cookie?.name)?.value)
    .not.toBe(cookie?.value);
  expect(seen).not.toContain('/auth');
});

test('a client shows the password and signs in by keyboard alone', async ({ page }) => {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(CLIENT);
  await page.keyboard.press('Tab');
  await page.keyboard.type(PASSWORD);
  const password = page.getByLabel('Password', { exact: true });
  await expect(password).toHaveAttribute('type', 'password');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(password).toHaveAttribute('type', 'text');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a client signs in and out in a browser that blocks local storage', async ({ page }) => {
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { get });
  });
  await signIn(page, CLIENT);
  await expect(page.getByRole('heading', { name: 'Recent Projects' })).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Account menu' }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/auth$/);
});

test('sign-in fails with an error when the browser blocks cookies', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(document, 'cookie', { get: () => '', set: () => {} });
  });
  await page.goto('/auth');
  await page.getByLabel('Email').fill(CLIENT);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Login' }).click();
  await expectAlert(page, 'Login failed', 'Your browser blocks cookies for this site');
  await expect(page).toHaveURL(/\/auth$/);
});

test('staff see Access Denied until their role can be loaded', async ({ page }) => {
  await signInByApi(page.request, OPERATOR);
  await page.route('**/api/session/role', (route) => route.fulfill({ status: 404, json: {} }));
  await page.goto('/operator');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await page.unroute('**/api/session/role');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Operator Portal')).toBeVisible();
});

test('the page shows that it is loading while it checks the session', async ({ page }) => {
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/session', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('/dashboard');
  await expect(page.getByText('Loading...')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveCount(0);
  answer();
  await expect(page).toHaveURL(/\/auth$/);
  await expect(page.getByLabel('Email')).toBeVisible();
});
