import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './product.ts';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Nothing that a rule of WCAG 2.2 AA finds, and nothing wider than the screen. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await page.evaluate(untilStill);
  const { violations } = await new AxeBuilder({ page }).withTags(TAGS).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  expect.soft(found, what).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect.soft(overflow, `${what}: wider than the screen`).toBe(0);
}

/** The same in light and dark colours; the page is light afterwards. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    const scheme = page.locator('html');
    await expect(scheme).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page, `${what}, ${colorScheme}`);
  }
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
