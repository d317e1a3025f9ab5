// The share page: first paint on a slow phone vs. the app's project page and vs. its picture alone, and load times when
// 200 visitors open it.
import { setTimeout as pause } from 'node:timers/promises';
import { type BrowserContextOptions, chromium } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, signInByApi, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';
import { median } from './server-process.ts';

const ROUNDS = Number(process.env['SHARE_ROUNDS'] ?? 5);
const VISITORS = 200;
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true };
const SLOW_4G = { latency: 150, downloadThroughput: 200_000, uploadThroughput: 94_000 };
const SLOW_CONNECTION = { latency: 300, downloadThroughput: 50_000, uploadThroughput: 50_000 };

/** Milliseconds; `shift` is the sum of layout shifts. */
type Seen = { lcp: number; shift: number; text: number; picture: number };
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };

/** Runs in the page before its scripts. */
function watch(): void {
  const seen: Seen = { lcp: 0, shift: 0, text: 0, picture: 0 };
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
    const { value, hadRecentInput } = entry as Shift;
    if (!hadRecentInput) seen.shift += value;
  });
  const look = () => {
    if (document.querySelector('h1')?.offsetHeight) seen.text ||= performance.now();
    const hero = document.querySelector<HTMLImageElement>('header img, main img, img');
    if (hero?.complete && hero.naturalWidth > 0) seen.picture ||= performance.now();
    if (!seen.text || !seen.picture) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

type Visit = { line: typeof SLOW_4G; slowdown: number; options?: BrowserContextOptions };

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

/** Opens a page in a fresh browser and returns measurements once the network is idle. */
async function visit(
  url: string,
  { line, slowdown, options = {} }: Visit,
  html?: string,
): Promise<Seen> {
  const context = await browser.newContext({ ...PHONE, ...options });
  try {
    if (html !== undefined)
      await context.route(url, (route) => route.fulfill({ contentType: 'text/html', body: html }));
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...line });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch);
    await page.goto(url, { waitUntil: 'load' });
    const seen = await page.waitForFunction(() => {
      const found = (window as unknown as { seen: Seen }).seen;
      return found.picture > 0 && found.lcp > 0 && performance.now() > found.picture + 2000
        ? found
        : null;
    });
    return (await seen.jsonValue()) as Seen;
  } finally {
    await context.close();
  }
}

/** The share page's first picture as an <img> with `srcset` and `sizes`. */
function firstPicture(html: string): string {
  const [, srcset, sizes] = /imagesrcset="([^"]+)" imagesizes="([^"]+)"/i.exec(html) ?? [];
  if (!srcset || !sizes) throw new Error('The page has no picture.');
  return `<img alt="first" srcset="${srcset}" sizes="${sizes}">`;
}

/** Milliseconds until the page and its first picture are loaded. */
async function open(url: string): Promise<number> {
  const start = performance.now();
  const html = await (await fetch(url)).text();
  const [, address = ''] = /srcset="([^" ]+)/.exec(firstPicture(html)) ?? [];
  const answer = await fetch(new URL(address, url));
  if (!answer.ok) throw new Error(`The picture returned status ${answer.status}.`);
  await answer.arrayBuffer();
  return performance.now() - start;
}

/** Sorted load times of all visitors, whose arrivals are spread evenly over `within` milliseconds. */
async function openAll(url: string, within: number): Promise<number[]> {
  const visitors = Array.from({ length: VISITORS }, async (_, index) => {
    await pause((index * within) / VISITORS);
    return open(url);
  });
  return (await Promise.all(visitors)).toSorted((a, b) => a - b);
}

function report(name: string, over: number, under: number, limit: number): void {
  const ratio = over / under;
  const isMissed = ratio > limit ? ' NOT MET' : '';
  console.log(
    `${name}: ${over.toFixed(0)} / ${under.toFixed(0)} ms = ${ratio.toFixed(2)} (limit ${limit})${isMissed}`,
  );
}

try {
  const signedIn = await browser.newContext({ baseURL: program.url });
  await signInByApi(signedIn.request, CLIENT);
  const read = async (path: string): Promise<unknown> => (await signedIn.request.get(path)).json();
  const { projects } = (await read('/api/projects')) as {
    projects: { id: string; name: string }[];
  };
  const projectId = projects.find(({ name }) => name === PROJECT)?.id;
  const made = await signedIn.request.post('/api/share-links', { data: { projectId } });
  const { url } = (await made.json()) as { url: string };
  const session = JSON.stringify(await read('/api/session'));
  const local = {
    origin: program.url,
    localStorage: [{ name: 'overfly.session', value: session }],
  };
  const person = { storageState: { ...(await signedIn.storageState()), origins: [local] } };
  const picture = `<!doctype html><meta name="viewport" content="width=device-width"><h1>.</h1>${firstPicture(await (await fetch(url)).text())}`;
  const phone = { line: SLOW_4G, slowdown: 4 };
  const rounds: Record<'shared' | 'app' | 'bad' | 'alone', Seen>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      shared: await visit(url, phone),
      app: await visit(`${program.url}/dashboard/projects/${projectId}`, {
        ...phone,
        options: person,
      }),
      bad: await visit(url, { line: SLOW_CONNECTION, slowdown: 1 }),
      alone: await visit(`${program.url}/alone`, { line: SLOW_CONNECTION, slowdown: 1 }, picture),
    });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  const [lcp, lcpOfApp] = [of(({ shared }) => shared.lcp), of(({ app }) => app.lcp)];
  report('LCP, shared page / project page of the app', lcp, lcpOfApp, 0.4);
  console.log(
    `CLS, worst visit: ${Math.max(...rounds.map(({ shared }) => shared.shift))} (limit 0)`,
  );
  const [sharp, alone] = [of(({ bad }) => bad.picture), of(({ alone: bare }) => bare.picture)];
  report('slow connection, picture of the page / that picture alone', sharp, alone, 1.5);
  console.log(`slow connection, text: ${of(({ bad }) => bad.text).toFixed(0)} ms`);
  const single: number[] = [];
  for (let n = 0; n < VISITORS; n++) single.push(await open(url));
  const [spread, burst] = [await openAll(url, 10_000), await openAll(url, 0)];
  const at = (times: number[]) => times[Math.ceil(VISITORS * 0.99) - 1] ?? Number.NaN;
  report(
    `${VISITORS} visitors within ten seconds, p99 / p50 of one`,
    at(spread),
    median(single),
    3,
  );
  console.log(`${VISITORS} visitors at once, p99: ${at(burst).toFixed(0)} ms`);
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
