import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import axe, { type RunOnly } from 'axe-core';
import { expect } from './product.ts';

const sourceOf = (url: string) => readFileSync(fileURLToPath(url), 'utf8');

/** The minified build, because every page has to parse it. */
export const AXE = sourceOf(import.meta.resolve('axe-core/axe.min.js'));

/** IBM's and Squiz's engines, which find problems that axe doesn't. */
const OTHER_ENGINES = `(() => {
${sourceOf(import.meta.resolve('accessibility-checker-engine/ace.js'))}
${sourceOf(import.meta.resolve('html_codesniffer/build/HTMLCS.js'))}
window.ace = ace;
// It fails for fields without a type attribute, and axe looks at autocomplete, too.
HTMLCS_WCAG2AAA_Sniffs_Principle1_Guideline1_3_1_3_5.process = () => {};
})()`;

const RULES: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};
const COLOR_RULES: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] };

type OtherEngines = {
  ace: {
    Checker: new () => {
      check: (
        node: Node,
        policies: string[],
      ) => Promise<{
        results: {
          ruleId: string;
          value: string[];
          message: string;
          node: Element;
        }[];
      }>;
    };
  };
  HTMLCS: {
    ERROR: number;
    process: (standard: string, node: Node, done: () => void, failed: () => void) => void;
    getMessages: () => { type: number; code: string; msg: string; element: Element }[];
  };
};

/** Expects no violations of axe's WCAG 2.2 AA rules and nothing wider than the screen. */
export async function expectAccessible(page: Page, what: string): Promise<void> {
  await expectNothingFound(page, what, RULES);
  await expectToFit(page, what);
}

/** Checks the light and dark schemes, as set by the system; color-independent rules run once. */
export async function expectAccessibleInBothSchemes(page: Page, what: string): Promise<void> {
  const surface = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  const [first, other] = isDark ? (['dark', 'light'] as const) : (['light', 'dark'] as const);
  await expectAccessible(page, `${what}, ${first}`);
  const before = await surface();
  await page.emulateMedia({ colorScheme: other });
  await expect.poll(surface, 'the page follows the system color scheme').not.toBe(before);
  await expectNothingFound(page, `${what}, ${other}`, COLOR_RULES);
}

/** Expects no findings of the other engines. They take twice as long as axe, so run them once per screen. */
export async function expectOtherEnginesPass(page: Page, what: string): Promise<void> {
  await page.evaluate(untilStill);
  if (await page.evaluate(() => !('ace' in window))) await page.evaluate(OTHER_ENGINES);
  expect.soft(await page.evaluate(findOtherViolations), what).toEqual([]);
}

/** Expects no horizontal scrolling, once layout has settled. */
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
 * Runs in the page, where axe is a global. If a dialog or menu is open, checks only that, since the page behind has its
 * own check.
 */
async function findViolations(runOnly: RunOnly): Promise<string[]> {
  const above = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter(
    (element) => element.getClientRects().length > 0,
  );
  const alerts = document.querySelectorAll('[role=alert]');
  const { violations } = await axe.run(above.length > 0 ? [...above, ...alerts] : document, {
    runOnly,
    resultTypes: ['violations'],
    // Otherwise axe would fetch and parse style sheets for rules that aren't run.
    preload: { assets: ['media'] },
  });
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html} ${nodes[0]?.failureSummary}`);
}

/** Resolves once changes are drawn and transitions have ended, so that colors are final. */
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

/** Runs in the page. Returns definite errors of the IBM and Squiz engines, not potential ones. */
async function findOtherViolations(): Promise<string[]> {
  const { ace, HTMLCS } = window as unknown as OtherEngines;
  // The engines ignore pictures behind text, where even axe can't judge the contrast.
  const isOnPicture = (element: Element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const behind = document.elementsFromPoint(left + width / 2, top + height / 2);
    return behind.some(({ tagName }) => /^(IMG|VIDEO|CANVAS)$/.test(tagName));
  };
  /** `<output>` elements are live regions and need no label. The parts of a time field may be close together. */
  const isException = (rule: string, element: Element) =>
    (rule === 'input_label_exists' && element.tagName === 'OUTPUT') ||
    // The form has a button only for browsers that don't run scripts.
    (rule.includes('H32.2') && element.querySelector('noscript') !== null) ||
    (rule === 'target_spacing_sufficient' && element.role === 'spinbutton') ||
    (/contrast|1_4_3/.test(rule) && isOnPicture(element));
  const { results } = await new ace.Checker().check(document, ['WCAG_2_2']);
  await new Promise<void>((resolve, reject) => {
    HTMLCS.process('WCAG2AA', document, resolve, () =>
      reject(new Error('HTML_CodeSniffer failed')),
    );
  });
  const found = [
    ...results
      .filter(({ value }) => value.join() === 'VIOLATION,FAIL')
      .map(({ ruleId, message, node }) => ({ rule: ruleId, message, element: node })),
    ...HTMLCS.getMessages()
      .filter(({ type }) => type === HTMLCS.ERROR)
      .map(({ code, msg, element }) => ({ rule: code, message: msg, element })),
  ];
  return found
    .filter(({ rule, element }) => !isException(rule, element))
    .map(({ rule, message, element }) => `${rule}: ${message} ${element.outerHTML.slice(0, 300)}`);
}
