import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** Of the rules of TAGS those whose answer depends on colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Nothing that a rule of WCAG 2.2 AA finds, and nothing wider than the screen. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNothingFound(page, what, (axe) => axe.withTags(TAGS));
  await expectToFit(page, what);
}

/** The same in light and dark colours, which the page takes from the system; it is dark afterwards. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await page.emulateMedia({ colorScheme: 'light' });
  await expectAccessible(page, `${what}, light`);
  const light = await surface();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(surface, 'the page follows the colours of the system').not.toBe(light);
  await expectNothingFound(page, `${what}, dark`, (axe) => axe.withRules(COLOUR_RULES));
}

/** Nothing makes the page scroll sideways. */
export async function expectToFit(page: Page, what: string): Promise<void> {
  const overhang = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overhang, `${what}: wider than the screen`).toBeLessThanOrEqual(0);
}

async function expectNothingFound(
  page: Page,
  what: string,
  choose: (axe: AxeBuilder) => AxeBuilder,
): Promise<void> {
  await page.evaluate(untilStill);
  // There are no frames: what is found need not be put together in a page of its own.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await choose(axe).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, what).toEqual([]);
}

/** Resolves once what was just changed is drawn and no transition is under way: colours are whole then. */
async function untilStill(): Promise<void> {
  const nextFrame = () =>
    new Promise<void>((resolve) => {
      requestAnimationFrame(() => resolve());
    });
  await nextFrame();
  await nextFrame();
  const ending = document
    .getAnimations()
    .filter(
      ({ effect, playState }) =>
        playState === 'running' && Number.isFinite(effect?.getComputedTiming().endTime),
    );
  await Promise.allSettled(ending.map(({ finished }) => finished));
}
