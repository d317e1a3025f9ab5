import AxeBuilder from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { expect, test as base } from './product.ts';
import type { SampleAddresses, Screen } from './screen-parts.ts';
import { enter, findAddresses, MISSING, SCREENS } from './screens.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** No screen has more stops of the Tab key before its main action. */
const MOST_STOPS = 80;

const test = base.extend<object, { sample: SampleAddresses }>({
  sample: [
    async ({ program, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: program.url });
      await use(await findAddresses(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],
});

for (const screen of SCREENS) {
  test(`${screen.name}: accessible in light and dark, as wide as the screen, used by keys`, ({
    page,
    sample,
  }) => examine(page, sample, screen));
}

test.describe('in the place of what is missing', () => {
  test.use({ expectedErrors: [/status of 404/] });
  for (const screen of MISSING) {
    test(`${screen.name}: accessible in light and dark, as wide as the screen, used by keys, named by its tab`, async ({
      page,
      sample,
    }) => {
      await examine(page, sample, screen);
      await expect(page).toHaveTitle(/\S · Overfly$/);
    });
  }
});

async function examine(page: Page, sample: SampleAddresses, screen: Screen): Promise<void> {
  const { as, address, open, ready, action } = screen;
  if (as !== undefined) await enter(page.request, as);
  await page.goto(typeof address === 'string' ? address : address(sample));
  await open?.(page);
  await expect(ready(page)).toBeVisible({ timeout: 30_000 });

  await expectAccessible(page, 'light');
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await surface();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(surface, 'the page follows the colours of the system').not.toBe(light);
  await expectAccessible(page, 'dark');
  await expectToFit(page);
  await expectReached(page, action(page));
}

/** Axe finds nothing against WCAG 2.2 AA. */
async function expectAccessible(page: Page, colours: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, colours).toEqual([]);
}

/** Nothing makes the page scroll sideways, on a phone neither at the usual nor at the least width. */
async function expectToFit(page: Page): Promise<void> {
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  expect.soft(await overhang(), 'wider than the screen').toBeLessThanOrEqual(0);
  const size = page.viewportSize();
  if (test.info().project.name !== 'phone' || size === null) return;
  await page.setViewportSize({ ...size, width: 360 });
  await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(360);
  expect.soft(await overhang(), 'wider than 360 px').toBeLessThanOrEqual(0);
}

/** Tab leads to the action, and at every stop on the way one sees where one is. */
async function expectReached(page: Page, action: Locator): Promise<void> {
  const hasFocus = () => action.evaluate((element) => element === document.activeElement);
  await expect(action).toBeVisible();
  if (await hasFocus()) return;
  const unseen: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const invisible = await page.evaluate(unseenFocus);
    if (invisible !== null) unseen.push(invisible);
    if (await hasFocus()) {
      expect.soft(unseen, 'stops without a visible focus').toEqual([]);
      return;
    }
  }
  expect(unseen, `not reached by ${MOST_STOPS} presses of Tab`).toBeNull();
}

/** What has the focus without an outline or ring of it or of what is drawn for it; null when one sees it. */
async function unseenFocus(): Promise<string | null> {
  const focused = document.activeElement;
  if (!focused || focused === document.body) return null;
  const drawn = [focused, focused.nextElementSibling, focused.parentElement].filter(
    (element) => element !== null,
  );
  const transitions = drawn.flatMap((element) => element.getAnimations());
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  const isSeen = drawn.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  return isSeen ? null : focused.outerHTML.slice(0, 200);
}
