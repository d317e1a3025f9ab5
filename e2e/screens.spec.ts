import type { Locator, Page } from '@playwright/test';
import { expectAccessibleInBoth, expectToFit } from './accessible.ts';
import { expect, test as base } from './product.ts';
import type { SampleAddresses, Screen } from './screen-parts.ts';
import { enter, findAddresses, MISSING, SCREENS } from './screens.ts';

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

// They look and change nothing: one is looked at beside another.
test.describe.configure({ mode: 'parallel' });

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

  await expectAccessibleInBoth(page, screen.name);
  const size = page.viewportSize();
  if (test.info().project.name === 'phone' && size !== null) {
    await page.setViewportSize({ ...size, width: 360 });
    await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(360);
    await expectToFit(page, 'the least width');
  }
  await expectReached(page, action(page));
}

/** Tab leads to the action, and at every stop on the way one sees where one is. */
async function expectReached(page: Page, action: Locator): Promise<void> {
  await expect(action).toBeVisible();
  if ((await action.evaluate(lookAtFocus)).isThere) return;
  const unseen: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops++) {
    await page.keyboard.press('Tab');
    const { isThere, invisible } = await action.evaluate(lookAtFocus);
    if (invisible !== null) unseen.push(invisible);
    if (isThere) {
      expect.soft(unseen, 'stops without a visible focus').toEqual([]);
      return;
    }
  }
  expect(unseen, `not reached by ${MOST_STOPS} presses of Tab`).toBeNull();
}

/**
 * Whether `target` has the focus; and what has it without an outline or ring of it or of what is drawn
 * for it, null when one sees it.
 */
async function lookAtFocus(target: Element) {
  const focused = document.activeElement;
  const isThere = focused === target;
  if (!focused || focused === document.body) return { isThere, invisible: null };
  const drawn = [focused, focused.nextElementSibling, focused.parentElement].filter(
    (element) => element !== null,
  );
  const transitions = drawn.flatMap((element) => element.getAnimations());
  await Promise.allSettled(transitions.map(({ finished }) => finished));
  const isSeen = drawn.some((element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow !== 'none';
  });
  return { isThere, invisible: isSeen ? null : focused.outerHTML.slice(0, 200) };
}
