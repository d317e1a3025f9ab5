// The landing page: how much script, how soon it shows (against the app's shell), what moves, whom it asks.
// With LIGHTHOUSE=1 also the scores of Lighthouse, fetched by npx.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { chromium, type Browser, type Page } from '@playwright/test';
import { startProgram } from '../e2e/program.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';
import { median } from './server-process.ts';

const ROUNDS = 5;
const WEB = join(import.meta.dirname, '../dist/web');
const LIGHTHOUSE = 'lighthouse@13.5.0';
/** Lighthouse's phone: its screen, its slow 4G, its processor. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const CPU_SLOWDOWN = 4;

type Visit = { lcp: number; shift: number; foreign: string[] };

/** Bytes of all scripts that a page loads at its start, gzip -9. */
function scriptBytes(html: string): number {
  const paths = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  const inline = [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, text]) => text ?? '');
  const files = paths.map((path) => readFileSync(join(WEB, path ?? '')));
  const sizes = [...files, ...inline].map((source) => gzipSync(source, { level: 9 }).length);
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Opens a page as a stranger on a slow phone, waits until it is quiet, scrolls to its end. */
async function visit(browser: Browser, origin: string, path: string): Promise<Visit> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${origin}/`)) foreign.push(request.url());
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.addInitScript(watch);
  await page.goto(`${origin}${path}`, { waitUntil: 'networkidle' });
  await page.locator('h1, h2').first().waitFor();
  await page.waitForFunction(async () => {
    await document.fonts.ready;
    return (window as unknown as { measured: Measured }).measured.lcp > 0;
  });
  const { lcp } = await readMeasured(page);
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight }));
  await page.waitForLoadState('networkidle');
  const { shift } = await readMeasured(page);
  await context.close();
  return { lcp, shift, foreign };
}

type Measured = { lcp: number; shift: number };

/** Runs in the page, before anything of it. */
function watch(): void {
  const measured: Measured = { lcp: 0, shift: 0 };
  Object.assign(window, { measured });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    measured.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) measured.shift += shift.value;
  });
}

const readMeasured = (page: Page): Promise<Measured> =>
  page.evaluate(() => (window as unknown as { measured: Measured }).measured);

async function lighthouse(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'overfly-lighthouse-'));
  const report = join(folder, 'report.json');
  const args = ['--yes', LIGHTHOUSE, url, '--quiet', '--output=json', `--output-path=${report}`];
  const categories = 'performance,accessibility,best-practices,seo';
  try {
    await promisify(execFile)(
      'npx',
      [
        ...args,
        `--only-categories=${categories}`,
        '--chrome-flags=--headless --no-sandbox --disable-gpu',
      ],
      { env: { ...process.env, CHROME_PATH: findChromium() } },
    );
    const { categories: scores } = JSON.parse(readFileSync(report, 'utf8')) as {
      categories: Record<string, { score: number }>;
    };
    for (const [name, { score }] of Object.entries(scores)) {
      console.log(`Lighthouse, mobile, ${name}: ${Math.round(score * 100)}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await ensureWebBuild();
const program = await startProgram({ DEMO: '0' });
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const html = await (await fetch(program.url)).text();
  const rounds: { landing: Visit; shell: Visit }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const shell = await visit(browser, program.url, '/auth');
    rounds.push({ shell, landing: await visit(browser, program.url, '/') });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  console.log(`script of /, gzip: ${(scriptBytes(html) / 1024).toFixed(1)} KiB`);
  console.log(
    `LCP: / ${of(({ landing }) => landing.lcp).toFixed(0)} ms, /auth ${of(({ shell }) => shell.lcp).toFixed(0)} ms, ` +
      `ratio ${of(({ landing, shell }) => landing.lcp / shell.lcp).toFixed(2)} (median of ${ROUNDS})`,
  );
  console.log(`CLS of /, most: ${Math.max(...rounds.map(({ landing }) => landing.shift))}`);
  console.log(
    `requests of / to other hosts: ${rounds.flatMap(({ landing }) => landing.foreign).length}`,
  );
  if (process.env['LIGHTHOUSE']) await lighthouse(`${program.url}/`);
} finally {
  await browser.close();
  await program.stop();
}
