import { test as base, expect, type BrowserContext, type Page } from '@playwright/test';
import { rememberAlerts } from './alert.ts';
import { startProgram, type Program } from './program.ts';
import { findSampleUrls } from './sample-addresses.ts';
import type { SampleUrls } from './screen-parts.ts';

type Worker = {
  program: Program;
  /** Each value starts a separate program with fresh data for the spec file. */
  instance: string;
  sample: SampleUrls;
};

type Fixtures = {
  /** Console errors that a test expects, such as the 404 of a disabled link. */
  expectedErrors: RegExp[];
  /** Opens the product as another person: a new browser context, watched like `page`. */
  newPerson: () => Promise<Page>;
};

/**
 * `test` for browser tests: runs the real program once per worker and `instance`, and opens `page` and `newPerson`
 * pages on it. Console errors and uncaught exceptions fail the test.
 */
export const test = base.extend<Fixtures, Worker>({
  instance: ['shared', { scope: 'worker', option: true }],

  program: [
    async ({}, use) => {
      const program = await startProgram();
      await use(program);
      await program.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],

  sample: [
    async ({ program, playwright }, use) => {
      const request = await playwright.request.newContext({ baseURL: program.url });
      await use(await findSampleUrls(request));
      await request.dispose();
    },
    { scope: 'worker', timeout: 60_000 },
  ],

  baseURL: async ({ program }, use) => {
    await use(program.url);
  },

  expectedErrors: [[], { option: true }],

  context: async ({ context, expectedErrors }, use) => {
    const errors = watch(context);
    await rememberAlerts(context);
    await use(context);
    await endRoutes(context);
    expectNoErrors(errors, expectedErrors);
  },

  newPerson: async ({ browser, baseURL, expectedErrors }, use) => {
    const contexts: BrowserContext[] = [];
    const errors: string[] = [];
    await use(async () => {
      const context = await browser.newContext({ baseURL });
      contexts.push(context);
      watch(context, errors);
      await rememberAlerts(context);
      return context.newPage();
    });
    for (const context of contexts) {
      await endRoutes(context);
      await context.close();
    }
    expectNoErrors(errors, expectedErrors);
  },
});

export { expect };

/** Runs a test on a desktop and on a phone. */
export function testOnBoth(title: string, journey: Parameters<typeof test>[2]): void {
  test(title, journey);
  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    test(title, journey);
  });
}

/** Collects errors of all pages of a context, including later ones. */
export function watch(context: BrowserContext, errors: string[] = []): string[] {
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} (${message.location().url})`);
  });
  context.on('weberror', (error) => {
    errors.push(error.error().stack ?? error.error().message);
  });
  return errors;
}

/** Ignores errors of routes that are still running when the test ends. */
async function endRoutes(context: BrowserContext): Promise<void> {
  for (const part of [context, ...context.pages()]) {
    await part.unrouteAll({ behavior: 'ignoreErrors' });
  }
}

/** Fails on errors that the test doesn't expect. */
export function expectNoErrors(errors: string[], expected: RegExp[]): void {
  const unexpected = errors.filter((error) => !expected.some((pattern) => pattern.test(error)));
  expect(unexpected, 'errors in the browser console').toEqual([]);
}
