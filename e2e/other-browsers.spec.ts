import { writeFile } from 'node:fs/promises';
import { jpegPhoto } from '#test/fixtures/photos.ts';
import { openFirefox } from './firefox.ts';
import type { OpenBrowser, Tab } from './other-browser.ts';
import { expectNoErrors, test as base } from './product.ts';
import { CLIENT, OPERATOR, PASSWORD } from './sample-site.ts';
import { button, heading, link, type SampleUrls, type Screen } from './screen-parts.ts';
import { SCREENS } from './screens.ts';
import { photo, VIEWER_SCREENS } from './viewer-screens.ts';
import { openWebKit } from './webkit-page.ts';

type Fixtures = { otherBrowser: OpenBrowser };

const test = base.extend<object, Fixtures>({
  otherBrowser: [
    async ({ program }, use, { project }) => {
      const open = project.name === 'firefox' ? openFirefox : openWebKit;
      const browser = await open(program.url);
      await use(browser);
      await browser.close();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

/** Sorted by person, since WebKit has a single page for all. */
const byPerson = (screens: Screen[]) =>
  screens.toSorted((a, b) => (a.as ?? '').localeCompare(b.as ?? ''));

/** Screens that later tests open anyway, and viewer screens that don't depend on the engine. */
const SKIPPED_SCREENS = [
  'draft submission',
  'shared project',
  'sign-in',
  'viewer, two weeks with a slider',
  'viewer, two weeks faded',
  'viewer, more ways to compare',
  'viewer, weeks and viewpoints to compare',
  'viewer, details',
];

for (const screen of byPerson(SCREENS.filter(({ name }) => !SKIPPED_SCREENS.includes(name)))) {
  test(`${screen.name} opens without errors`, async ({ sample, otherBrowser }) => {
    const tab = await otherBrowser.tabOf(screen.as);
    await show(tab, sample, screen);
    expectNoErrors(await tab.takeErrors(), []);
  });
}

test('a client compares two weeks with a slider', async ({ otherBrowser, sample }) => {
  const tab = await otherBrowser.tabOf(CLIENT);
  await show(
    tab,
    sample,
    VIEWER_SCREENS.find(({ name }) => name.endsWith('slider')),
  );
  await tab.page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('dialog img:not([alt=""])')];
    return pictures.length === 2 && pictures.every(({ naturalWidth }) => naturalWidth > 0);
  });
  const viewer = tab.page.getByRole('dialog');
  await viewer.getByRole('slider', { name: /^Divider/ }).press('ArrowRight');
  await tab.page.waitForFunction(
    () =>
      Number(document.querySelector<HTMLInputElement>('dialog [aria-label^=Divider]')?.value) > 50,
  );
  expectNoErrors(await tab.takeErrors(), []);
});

test('an operator uploads a photo', async ({ otherBrowser, sample }, testInfo) => {
  const file = testInfo.outputPath('UPLOADED.JPG');
  await writeFile(file, await jpegPhoto());
  const { page, takeErrors } = await otherBrowser.tabOf(OPERATOR);
  await page.goto(sample.draft);
  await button(/^DJI_/)(page).waitFor();
  await page.locator('input[aria-label="Files to upload"]').setInputFiles(file);
  await page.getByText('1 file uploaded').first().waitFor();
  await button('UPLOADED.JPG')(page).waitFor();
  expectNoErrors(await takeErrors(), []);
});

test('a visitor opens a share link and sees its first photo', async ({ otherBrowser, sample }) => {
  const { page, takeErrors } = await otherBrowser.tabOf();
  await page.goto(sample.shared);
  await heading('Project Information')(page).waitFor();
  await photo(page).waitFor();
  await page.waitForFunction(
    () => (document.querySelector<HTMLImageElement>('main button img')?.naturalWidth ?? 0) > 0,
  );
  expectNoErrors(await takeErrors(), []);
});

// Runs last, because it leaves the visitor signed in.
test('a client signs in with the form', async ({ otherBrowser }) => {
  const { page, takeErrors } = await otherBrowser.tabOf();
  await page.goto('/auth');
  await page.getByRole('textbox', { name: 'Email' }).pressSequentially(CLIENT);
  await page.locator('input[type=password]').pressSequentially(PASSWORD);
  await button('Login')(page).click();
  await link(/^View Details of/)(page).waitFor();
  await page.waitForFunction(() => location.pathname === '/dashboard');
  expectNoErrors(await takeErrors(), []);
});

async function show({ page }: Tab, sample: SampleUrls, screen?: Screen): Promise<void> {
  if (!screen) throw new Error('The screen is missing.');
  const { address } = screen;
  await page.goto(typeof address === 'string' ? address : address(sample));
  await screen.open?.(page);
  await screen.ready(page).waitFor();
}
