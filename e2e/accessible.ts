import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { expect } from './product.ts';

/** Every page that is opened reads it anew: the small one in two thirds of the time. */
export const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
/** Of those the rules whose answer depends on colours. */
const COLOUR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

/** Nothing that a rule of WCAG 2.2 AA finds, and nothing wider than the screen. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNothingFound(page, what, RULES);
  await expectToFit(page, what);
}

/** The same in light and dark colours, which the page takes from the system; the other ones stay. */
export async function expectAccessibleInBoth(page: Page, what: string): Promise<void> {
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await expectAccessible(page, `${what}, ${first}`);
  const before = await surface();
  await page.emulateMedia({ colorScheme: other });
  await expect.poll(surface, 'the page follows the colours of the system').not.toBe(before);
  await expectNothingFound(page, `${what}, ${other}`, COLOUR_RULES);
}

/** Nothing makes the page scroll sideways, once what stands beside a button has followed it. */
export async function expectToFit(page: Page, what: string): Promise<void> {
  const overhang = () =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
  await expect.poll(overhang, `${what}: wider than the screen`).toBeLessThanOrEqual(0);
}

async function expectNothingFound(page: Page, what: string, rules: RunOnly): Promise<void> {
  await page.evaluate(untilStill);
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  expect.soft(await page.evaluate(findViolations, rules), what).toEqual([]);
}

/**
 * Runs in the page, where axe is a global; there are no frames to look into. Of a page behind a dialog or
 * menu nothing is asked: it is looked at by itself.
 */
async function findViolations(runOnly: RunOnly): Promise<string[]> {
  const above = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter(
    (element) => element.getClientRects().length > 0,
  );
  const alerts = document.querySelectorAll('[role=alert]');
  const { violations } = await axe.run(above.length > 0 ? [...above, ...alerts] : document, {
    runOnly,
    resultTypes: ['violations'],
    // Style sheets would be fetched and parsed anew for rules that are not asked for.
    preload: { assets: ['media'] },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
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
