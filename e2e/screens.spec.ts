import type { Locator, Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  expectOtherEnginesPass,
  expectToFit,
} from './accessible.ts';
import { MISSING_SCREENS } from './missing-screens.ts';
import { simulateOldestSafari, isOldestSafari } from './oldest-browser.ts';
import { expect, expectNoErrors, test as base, watch } from './product.ts';
import { signInByApi } from './sample-site.ts';
import type { SampleUrls, Screen } from './screen-parts.ts';
import { PHONE_SCREENS, SCREENS } from './screens.ts';

/** Maximum Tab presses before a screen's main action. */
const MAX_TAB_PRESSES = 80;
const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const NARROWEST = { width: 360, height: 844 };

/** One page per person, so that sign-in and scripts load only once. */
type Tab = { page: Page; errors: string[]; touch: (enabled: boolean) => Promise<unknown> };

type Fixtures = { tabOf: (as: string | undefined) => Promise<Tab> };

const test = base.extend<object, Fixtures>({
  tabOf: [
    async ({ browser, program }, use) => {
      const tabs = new Map<string | undefined, Tab>();
      const open = async (as: string | undefined): Promise<Tab> => {
        const context = await browser.newContext({ baseURL: program.url });
        await simulateOldestSafari(context);
        if (as !== undefined) await signInByApi(context.request, as);
        const [errors, page] = [watch(context), await context.newPage()];
        const devtools = await context.newCDPSession(page);
        const touch = (enabled: boolean) =>
          devtools.send('Emulation.setTouchEmulationEnabled', { enabled });
        return { page, errors, touch };
      };
      await use(async (as) => {
        const tab = tabs.get(as) ?? (await open(as));
        tabs.set(as, tab);
        return tab;
      });
      for (const { page } of tabs.values()) await page.context().close();
    },
    { scope: 'worker' },
  ],
});

// These tests change nothing, so they can run in parallel.
test.describe.configure({ mode: 'parallel' });

for (const screen of SCREENS) {
  test(`${screen.name}: accessible in light and dark, fits the screen, works by keyboard`, async ({
    sample,
    tabOf,
  }) => {
    await checkScreen(await tabOf(screen.as), sample, screen);
  });
}

for (const screen of MISSING_SCREENS) {
  test(`${screen.name}: accessible in light and dark, fits the screen, works by keyboard, has a title`, async ({
    sample,
    tabOf,
  }) => {
    const tab = await tabOf(screen.as);
    await checkScreen(tab, sample, screen, [/status of 404/]);
    await expect(tab.page).toHaveTitle(/\S · Overfly$/);
  });
}

for (const screen of PHONE_SCREENS) {
  test(`${screen.name}: accessible in light and dark, fits a phone, works by keyboard`, async ({
    sample,
    tabOf,
  }) => {
    const tab = await tabOf(screen.as);
    const { page, errors, touch } = tab;
    await page.setViewportSize(PHONE);
    await show(tab, sample, screen);
    await touch(true);
    await expectAccessibleInBothSchemes(page, screen.name);
    await expectReached(page, screen.action(page));
    await touch(false);
    expectNoErrors(errors.splice(0), []);
  });
}

/**
 * Checks a screen on a desktop and then on a phone. On the phone, it repeats only what width and touch affect, not
 * colors and Tab order.
 */
async function checkScreen(tab: Tab, sample: SampleUrls, screen: Screen, expected: RegExp[] = []) {
  const { page, errors, touch } = tab;
  const { name, ready, action } = screen;
  await page.setViewportSize(DESKTOP);
  await show(tab, sample, screen);
  await expectOtherEnginesPass(page, name);
  await expectAccessibleInBothSchemes(page, name);
  await expectReached(page, action(page));

  await page.setViewportSize(PHONE);
  await touch(true);
  await expect(ready(page)).toBeVisible();
  await expectAccessible(page, `${name}, on a phone`);
  await page.setViewportSize(NARROWEST);
  await expectToFit(page, 'the narrowest screen');
  await touch(false);
  expectNoErrors(errors.splice(0), expected);
}

async function show({ page }: Tab, sample: SampleUrls, screen: Screen) {
  const { address, ready } = screen;
  await page.goto(typeof address === 'string' ? address : address(sample));
  await screen.open?.(page);
  await expect(ready(page)).toBeVisible({ timeout: 30_000 });
  expect(await page.evaluate(isOldestSafari), 'features of newer browsers are removed').toBe(true);
}

/** Expects Tab to reach the action with a visible focus at every step. */
async function expectReached(page: Page, action: Locator): Promise<void> {
  await expect(action).toBeVisible();
  // Keep the element, since finding it by role and name takes longer than a Tab press; find it again after a re-render.
  let target = await action.elementHandle();
  const findFocus = async () => {
    const seen = await target?.evaluate(inspectFocus);
    if (seen?.isDrawn) return seen;
    target = await action.elementHandle();
    return await action.evaluate(inspectFocus);
  };
  if ((await findFocus()).isThere) return;
  const unseen: string[] = [];
  for (let stops = 0; stops < MAX_TAB_PRESSES; stops++) {
    await page.keyboard.press('Tab');
    const { isThere, invisible } = await findFocus();
    if (invisible !== null) unseen.push(invisible);
    if (isThere) {
      expect.soft(unseen, 'focused elements without a visible focus').toEqual([]);
      return;
    }
  }
  expect(unseen, `not reached within ${MAX_TAB_PRESSES} Tab presses`).toBeNull();
}

/** Whether `target` has the focus, and the focused element's HTML if its focus isn't visible. Looks into frames. */
async function inspectFocus(target: Element) {
  const top = document.activeElement;
  const within = top instanceof HTMLIFrameElement ? top.contentDocument?.activeElement : null;
  const focused = within ?? top;
  const isDrawn = target.isConnected;
  const isThere = focused === target;
  if (!focused || focused.tagName === 'BODY') return { isDrawn, isThere, invisible: null };
  const drawn = [focused, focused.nextElementSibling, focused.parentElement].filter(
    (element) => element !== null,
  );
  const transitions = drawn.flatMap((element) => element.getAnimations());
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  const isSeen = drawn.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  return { isDrawn, isThere, invisible: isSeen ? null : focused.outerHTML.slice(0, 200) };
}
