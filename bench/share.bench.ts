// The page behind a share link: what shows first on a slow phone, beside the app's project page and beside its
// picture alone, and what it costs to be opened by 200 visitors at once. With LIGHTHOUSE=1 also its score.
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, enter, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';
import { median } from './server-process.ts';

const ROUNDS = 3;
const VISITORS = 200;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const BAD_LINE = { latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };

type Seen = { lcp: number; shift: number; text: number; picture: number };

/** Runs in the page, before anything of it. */
function watch(): void {
  const seen = { lcp: 0, shift: 0, text: 0, picture: 0 };
  Object.assign(window, { seen });
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({
      type,
      buffered: true,
    });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.shift += shift.value;
  });
  const look = () => {
    if (document.querySelector('h1')?.offsetHeight) seen.text ||= performance.now();
    const [image] = document.images;
    if (image?.complete && image.naturalWidth > 0) seen.picture ||= performance.now();
    if (!seen.text || !seen.picture) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

type Line = typeof SLOW_4G;
async function visit(context: BrowserContext, url: string, line: Line, cpu: number): Promise<Seen> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForFunction(async () => {
    const { seen } = window as unknown as { seen: Seen };
    await document.fonts.ready;
    return seen.picture > 0 && seen.lcp > 0;
  });
  // Whatever scripts do to the page they have done once the browser has nothing to do.
  await page.evaluate(
    () =>
      new Promise((resolve) => {
        requestIdleCallback(resolve);
      }),
  );
  const seen = await page.evaluate(() => (window as unknown as { seen: Seen }).seen);
  await page.close();
  return seen;
}

async function inFreshBrowser(browser: Browser, work: (context: BrowserContext) => Promise<Seen>) {
  const context = await browser.newContext(PHONE);
  try {
    return await work(context);
  } finally {
    await context.close();
  }
}

/** Milliseconds until a visitor has the page and the picture that it asks for first. */
async function open(url: string): Promise<number> {
  const start = performance.now();
  const html = await (await fetch(url)).text();
  const [, picture] = /rel="preload" as="image" href="([^"]+)"/.exec(html) ?? [];
  if (!picture) throw new Error('The page asks for no picture.');
  const answer = await fetch(new URL(picture, url));
  if (!answer.ok) throw new Error(`The picture was answered with ${answer.status}.`);
  await answer.arrayBuffer();
  return performance.now() - start;
}

async function lighthouse(url: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'overfly-lighthouse-'));
  const report = join(folder, 'report.json');
  const args = ['--yes', 'lighthouse@13.5.0', url, '--quiet', '--output=json'];
  const flags = '--chrome-flags=--headless --no-sandbox --disable-gpu';
  try {
    await promisify(execFile)(
      'npx',
      [...args, `--output-path=${report}`, '--only-categories=performance', flags],
      { env: { ...process.env, CHROME_PATH: findChromium() } },
    );
    const { categories } = JSON.parse(readFileSync(report, 'utf8')) as {
      categories: { performance: { score: number } };
    };
    console.log(
      `Lighthouse, mobile, performance: ${Math.round(categories.performance.score * 100)}`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
const signedIn = await browser.newContext({ ...PHONE, baseURL: program.url });
try {
  await enter(signedIn.request, CLIENT);
  const projects = (await (await signedIn.request.get('/api/projects')).json()) as {
    id: string;
    name: string;
  }[];
  const projectId = projects.find(({ name }) => name === PROJECT)?.id;
  const made = await signedIn.request.post('/api/share-links', { data: { projectId } });
  const { url } = (await made.json()) as { url: string };
  const session = JSON.stringify(await (await signedIn.request.get('/api/session')).json());
  const cookies = await signedIn.cookies();
  const rounds: { shared: Seen; app: Seen; bad: Seen; picture: Seen }[] = [];
  const html = await (await fetch(url)).text();
  const [, source = ''] = /imagesrcset="([^"]+)"/.exec(html) ?? [];
  const [, sizes = ''] = /imagesizes="([^"]+)"/.exec(html) ?? [];
  for (let round = 0; round < ROUNDS; round++) {
    const shared = await inFreshBrowser(browser, (context) => visit(context, url, SLOW_4G, 4));
    const app = await inFreshBrowser(browser, async (context) => {
      await context.addCookies(cookies);
      await context.addInitScript((text) => localStorage.setItem('overfly.session', text), session);
      return visit(context, `${program.url}/dashboard/projects/${projectId}`, SLOW_4G, 4);
    });
    const bad = await inFreshBrowser(browser, (context) => visit(context, url, BAD_LINE, 1));
    const picture = await inFreshBrowser(browser, async (context) => {
      const body = `<!doctype html><h1>.</h1><img srcset="${source}" sizes="${sizes}">`;
      await context.route(`${program.url}/alone`, (route) =>
        route.fulfill({ contentType: 'text/html', body }),
      );
      return visit(context, `${program.url}/alone`, BAD_LINE, 1);
    });
    rounds.push({ shared, app, bad, picture });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const say = (name: string, over: number, under: number, limit: number) =>
    console.log(
      `${name}: ${over.toFixed(0)} / ${under.toFixed(0)} ms = ${(over / under).toFixed(2)} ` +
        `(limit ${limit})${over / under > limit ? ' NOT MET' : ''}`,
    );
  say(
    'LCP, shared page / project page of the app',
    of(({ shared }) => shared.lcp),
    of(({ app }) => app.lcp),
    0.4,
  );
  console.log(`CLS, most: ${Math.max(...rounds.map(({ shared }) => shared.shift))}`);
  say(
    'bad line, picture of the page / that picture alone',
    of(({ bad }) => bad.picture),
    of(({ picture }) => picture.picture),
    1.5,
  );
  console.log(`bad line, text: ${of(({ bad }) => bad.text).toFixed(0)} ms`);
  const single: number[] = [];
  for (let n = 0; n < VISITORS / 2; n++) single.push(await open(url));
  const crowd = await Promise.all(Array.from({ length: VISITORS }, () => open(url)));
  const p99 = crowd.toSorted((a, b) => a - b)[Math.floor(VISITORS * 0.99)] ?? Number.NaN;
  say(`${VISITORS} visitors at one moment, p99 / p50 of one alone`, p99, median(single), 3);
  if (process.env['LIGHTHOUSE']) await lighthouse(url);
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
