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

/** Runs in Firefox and WebKit; all other files run in Chromium. */
const OTHER_BROWSERS = 'other-browsers.spec.ts';
/** Excluded unless REAL_FILES names a folder of camera files (e2e/real-files.spec.ts). */
const REAL_FILES = process.env['REAL_FILES'] ? [] : ['real-*.spec.ts'];

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/make-sample-site.ts',
  outputDir: 'test-results',
  workers: 3,
  forbidOnly: true,
  retries: process.env['CI'] ? 1 : 0,
  timeout: 120_000,
  reporter: [['list']],
  expect: {
    // Generous, because a CI machine runs several browsers on two cores.
    timeout: 20_000,
    toHaveScreenshot: { maxDiffPixels: 0, animations: 'disabled' },
  },
  projects: [
    // These projects come first, because each is one long file. WebKitGTK exists only on Linux.
    ...(process.platform === 'linux' ? [{ name: 'webkit', testMatch: OTHER_BROWSERS }] : []),
    { name: 'firefox', testMatch: OTHER_BROWSERS },
    { name: 'chromium', testIgnore: [OTHER_BROWSERS, ...REAL_FILES] },
  ],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath: findChromium(), args },
    // Tracing takes a fifth of the time; TRACE=1 turns it on.
    trace: process.env['TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    contextOptions: { reducedMotion: 'reduce' },
    // Tests can't intercept a service worker's responses. Those that need a service worker allow it.
    serviceWorkers: 'block',
    timezoneId: 'Europe/Madrid',
    locale: 'en-US',
  },
});
