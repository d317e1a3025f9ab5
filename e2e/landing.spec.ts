import { PRICE_TABLE } from '#test/fixtures/prices.ts';
import { expectAccessible, expectAccessibleInBothSchemes } from './accessible.ts';
import { expect, test } from './product.ts';
import { CLIENT, signIn } from './sample-site.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

const SECTIONS = [
  'See your construction site change, week by week.',
  'Who We Serve',
  'Why Use Drones',
  'Services',
  'Our Services',
  'How It Works',
  'Pricing',
  'A drone on your site is an aircraft',
  'Your first flight is free.',
  'Contact',
];

test('the landing page has its sections in order and no broken links', async ({
  page,
  request,
}) => {
  await page.goto('/');
  await expect(page.locator('main').locator('h1, h2')).toHaveText(SECTIONS);
  const addresses = await page
    .locator('a[href^="/"], a[href^="#"]')
    .evaluateAll((links) => [...new Set(links.map((link) => link.getAttribute('href') ?? ''))]);
  for (const address of addresses) {
    if (address.startsWith('#')) await expect(page.locator(address)).toHaveCount(1);
    else expect((await request.get(address)).status(), address).toBe(200);
  }
  await expect(page.getByRole('link', { name: /news release on penalties/ })).toHaveAttribute(
    'href',
    /^https:\/\/www\.faa\.gov\/newsroom\//,
  );
  await expect(page.locator('#how-it-works li')).toHaveCount(5);
});

test('links in the header and on the page jump to their sections', async ({ page }) => {
  await page.setViewportSize(DESKTOP);
  await page.goto('/');
  const nav = page.getByRole('navigation', { name: 'Main' });
  for (const name of ['Our Services', 'How It Works', 'Pricing', 'Contact']) {
    await nav.getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, exact: true, level: 2 })).toBeInViewport();
  }
  await page.getByRole('link', { name: 'See How It Works' }).click();
  await expect(page).toHaveURL(/#services$/);
  await expect(page.getByRole('heading', { name: 'Services', exact: true })).toBeInViewport();
  await page.getByRole('link', { name: 'Schedule Demo' }).click();
  await expect(page).toHaveURL(/#contact$/);
  const buttons = page.getByRole('contentinfo').getByRole('link', { name: /Login$/ });
  await expect(buttons.nth(0)).toHaveAttribute('href', '/auth');
  await expect(buttons.nth(1)).toHaveAttribute('href', '/auth?next=/operator');
});

test('the header changes after 50 px of scrolling, and focusing a link brings the top bar back', async ({
  page,
}) => {
  await page.goto('/');
  const header = page.getByRole('banner');
  const scrollTo = (top: number) =>
    page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
  await scrollTo(50);
  await expect(header).not.toHaveAttribute('data-scrolled');
  await scrollTo(51);
  await expect(header).toHaveAttribute('data-scrolled');
  await scrollTo(400);
  const link = header.getByRole('link', { name: 'Client Login' }).first();
  await expect(link).not.toBeInViewport();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await expect(link).toBeInViewport({ ratio: 1 });
});

test('the phone menu opens, and closes by its button, Escape or any link', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Menu' });
  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  await expect(menu).toBeVisible();
  await toggle.click();
  await expect(menu).toBeHidden();

  await toggle.press('Enter');
  await page.keyboard.press('Tab');
  await expect(menu.getByRole('link', { name: 'Our Services' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(toggle).toBeFocused();

  for (const name of ['Our Services', 'How It Works', 'Pricing', 'Contact', 'Schedule Demo']) {
    await toggle.click();
    await menu.getByRole('link', { name, exact: true }).click();
    await expect(menu).toBeHidden();
  }
  await expect(page).toHaveURL(/#contact$/);
});

test.describe('signing in and out', () => {
  // Pictures that are still loading at sign-out get a 404.
  test.use({ expectedErrors: [/status of 404/] });

  test('the top bar shows who is signed in, even after changes in another tab', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    const bar = page.locator('[data-session-bar]');
    await expect(bar.getByRole('link')).toHaveText('Client Login');
    await expect(bar.getByRole('link')).toHaveAttribute('href', '/auth');

    const portal = await context.newPage();
    await signIn(portal, CLIENT);
    await expect(bar).toContainText(`Welcome back, ${CLIENT}`);
    await expect(bar.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute(
      'href',
      '/dashboard',
    );
    await page.reload();
    await expect(bar).toContainText(`Welcome back, ${CLIENT}`);

    await portal.getByRole('button', { name: 'Account menu' }).click();
    await portal.getByRole('menuitem', { name: 'Sign Out' }).click();
    await expect(bar.getByRole('link')).toHaveText('Client Login');
  });
});

test('the divider between two weeks moves by keyboard and click', async ({ page }) => {
  await page.goto('/');
  const divider = page.getByRole('slider', { name: /^Divider between week 1 and week \d+$/ });
  const shown = () =>
    page.locator('[data-compare]').evaluate((frame) => frame.style.getPropertyValue('--split'));
  await divider.focus();
  await page.keyboard.press('Home');
  await expect.poll(shown).toBe('0');
  await expect(divider).toHaveAttribute('aria-valuetext', '0 percent');
  await page.keyboard.press('End');
  await expect.poll(shown).toBe('1');
  const box = await page.locator('[data-compare]').boundingBox();
  await page.mouse.click((box?.width ?? 0) / 4, 300);
  await expect.poll(async () => Number(await shown())).toBeLessThan(0.3);
});

test('the calculator matches the price list', async ({ page }) => {
  await page.goto('/');
  const total = page.locator('output[name="total"]');
  const average = page.locator('[data-line="average"] dd');
  for (const row of PRICE_TABLE.filter((_, index) => index % 6 === 5)) {
    await page.getByLabel('Number of Sites').fill(String(row.sites));
    await page.getByLabel('Visits per Month').fill(String(row.visits));
    await page.getByRole('checkbox', { name: /Timelapse/ }).setChecked(row.timelapse);
    await page.getByRole('checkbox', { name: /2D Mapping/ }).setChecked(row.mapping);
    await expect(total).toHaveText(`$${row.total.toLocaleString('en-US')}`);
    await expect(average).toHaveText(`$${row.average.toLocaleString('en-US')}`);
  }
  await expect(page.locator('[data-shows="sites"]')).toHaveText('20+ sites');
  await expect(page.locator('[data-shows="visits"]')).toHaveText('5 visits per month');
  await expect(page.getByText('Estimates may vary with site complexity.')).toBeVisible();
  await expect(page.getByLabel('Number of Sites')).toHaveAttribute('max', '20');
  await expect(page.getByLabel('Visits per Month')).toHaveAttribute('max', '5');
});

test('an estimate is added to the typed message and replaces an earlier estimate', async ({
  page,
}) => {
  await page.goto('/');
  const message = page.getByRole('textbox', { name: 'Message' });
  await message.fill('Two cranes are on site.');
  await page.getByLabel('Number of Sites').fill('3');
  await page.getByRole('link', { name: 'Use this estimate' }).click();
  await expect(message).toHaveValue(/^Two cranes are on site\.\n\nI would like a quote/);
  await expect(message).toHaveValue(/\$4,800 per month/);
  await expect(page.getByText('We added your estimate to the message.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused();

  await page.getByLabel('Number of Sites').fill('1');
  await page.getByRole('link', { name: 'Use this estimate' }).click();
  await expect(message).toHaveValue(/\$1,600 per month/);
  await expect(message).not.toHaveValue(/\$4,800/);
  await expect(message).toHaveValue(/^Two cranes are on site\./);
});

test('the demo page links back to the landing page, and the contact page opens', async ({
  page,
}) => {
  await page.goto('/portal-demo');
  await expect(page.getByText('Coming soon')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Homepage' })).toHaveAttribute('href', '/');
  for (const name of ['Get Notified When Ready', 'Schedule Consultation']) {
    await expect(page.getByRole('link', { name })).toHaveAttribute('href', '/#contact');
  }
  await page.getByRole('link', { name: 'Get Notified When Ready' }).click();
  await expect(page.getByRole('heading', { name: 'Contact', exact: true })).toBeInViewport();
  const contact = await page.goto('/contact');
  expect(contact?.status()).toBe(200);
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});

test.describe('with unknown URLs', () => {
  test.use({ expectedErrors: [/status of 404/] });
  test('public pages return 404 and link home, but app URLs load the app', async ({
    page,
    request,
  }) => {
    for (const path of ['/nothing', '/contact/us', '/auth/nothing']) {
      const answer = await page.goto(path);
      expect(answer?.status(), path).toBe(404);
      await expect(page.getByRole('heading', { name: 'Oops! Page not found' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Return to Home' })).toHaveAttribute('href', '/');
    }
    for (const path of ['/auth', '/dashboard/nothing', '/operator', '/operator/nothing']) {
      const answer = await request.get(path);
      expect(answer.status(), path).toBe(200);
      expect(await answer.text(), path).not.toContain('week by week');
    }
  });
});

test('search engines and link previews get the metadata of the page', async ({
  page,
  request,
  baseURL,
}) => {
  await page.goto('/');
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content');
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', `${baseURL}/`);
  const card = await request.get((await meta('og:image')) ?? '');
  expect(card.headers()['content-type']).toBe('image/jpeg');
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  ) as { '@graph': { '@type': string }[] };
  expect(data['@graph'].map((entry) => entry['@type'])).toEqual([
    'LocalBusiness',
    'Service',
    'FAQPage',
  ]);
  expect(await (await request.get('/robots.txt')).text()).toContain(`${baseURL}/sitemap.xml`);
  expect(await (await request.get('/sitemap.xml')).text()).toContain(
    `<loc>${baseURL}/contact</loc>`,
  );
  const manifest = (await (await request.get('/site.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  for (const { src } of manifest.icons) expect((await request.get(src)).status()).toBe(200);
});

test.describe('with animations', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } });

  test('the splash screen shows once a day, and then the divider moves once', async ({ page }) => {
    await page.goto('/');
    const splash = page.locator('.splash');
    await expect(splash).toBeVisible();
    const timing = await splash.evaluate((element) => {
      const { animationDelay, animationDuration } = getComputedStyle(element);
      return [animationDelay, animationDuration];
    });
    expect(timing).toEqual(['1.5s', '0.8s']);
    await expect(splash).toBeHidden();
    const divider = page.getByRole('slider', { name: /^Divider/ });
    await expect(divider).toHaveValue('38');
    await expect(page.getByText('Drag to compare')).toHaveCSS('opacity', '1');

    await page.reload();
    await expect(splash).toBeHidden({ timeout: 200 });
    await page.evaluate(() =>
      localStorage.setItem('overfly.splash', String(Date.now() - 90_000_000)),
    );
    await page.reload();
    await expect(splash).toBeVisible();
  });
});

test('the page loads nothing from other hosts, and its layout never shifts', async ({
  page,
  baseURL,
}) => {
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${baseURL}/`)) foreign.push(request.url());
  });
  await page.goto('/');
  const shift = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            sum += (entry as PerformanceEntry & { value: number }).value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        document.addEventListener('measured', () => resolve(sum));
      }),
  );
  await page.locator('footer').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.dispatchEvent(new Event('measured')));
  expect(await shift).toBeLessThan(0.001);
  expect(foreign).toEqual([]);
});

test('the landing page is accessible in every state, on a desktop and a phone', async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await page.goto('/');
  const toggle = page.getByRole('button', { name: 'Menu' });
  await toggle.click();
  await expectAccessibleInBothSchemes(page, 'landing page with an open menu');
  await toggle.click();
  await page.getByText('What does it cost?').click();
  await page.getByRole('checkbox', { name: /Timelapse/ }).check();
  await page.getByRole('button', { name: 'Send Message' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessible(page, 'landing page with errors, on a phone');
  await page.setViewportSize(DESKTOP);
  await expectAccessibleInBothSchemes(page, 'landing page with errors');
});
