import { defineConfig } from '@playwright/test';
import { findChromium } from './scripts/system-parts.mjs';

const args = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

/** Journeys that a phone changes nothing about. */
const ON_DESKTOP = [
  'main-job.spec.ts',
  'upload-survives.spec.ts',
  'other-company.spec.ts',
  'dead-mail-server.spec.ts',
  'links.spec.ts',
  'long-lists.spec.ts',
  'start.spec.ts',
];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/make-sample-site.ts',
  outputDir: 'test-results',
  workers: 2,
  // Decision 0019: once more on a machine nobody watches, and the summary says so.
  retries: process.env['CI'] ? 1 : 0,
  forbidOnly: true,
  timeout: 120_000,
  reporter: [['list']],
  expect: {
    // What takes a person a blink takes two cores that serve two browsers many times as long.
    timeout: 20_000,
    toHaveScreenshot: { maxDiffPixels: 0, animations: 'disabled' },
  },
  use: {
    launchOptions: { executablePath: findChromium(), args },
    // A trace of every test costs a fifth of the time: TRACE=1 asks for them.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    timezoneId: 'Europe/Madrid',
    locale: 'en-US',
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1440, height: 900 } } },
    {
      name: 'phone',
      testIgnore: ON_DESKTOP,
      use: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
    },
  ],
});
