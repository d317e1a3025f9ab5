// A visit to a project on a bad line: how soon its name and its first picture are there, beside a page
// that is nothing but the same words and that picture.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, enter, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';
import { median } from './server-process.ts';

const ROUNDS = 5;
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 2e5 };
const SLOWDOWN = 4;
const HEADING = 'h1';
const PICTURE = 'main img[srcset], img[alt=first]';

type Times = { text: number; picture: number };

async function slow(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
}

/** Milliseconds from the wish until text and picture can be seen. */
async function visit(page: Page, url: string): Promise<Times> {
  await page.addInitScript(
    ([heading, picture]) => {
      const seen: Partial<Times> = {};
      Object.assign(window, { seen });
      const look = () => {
        const [title] = document.querySelectorAll<HTMLElement>(heading ?? '');
        if (title?.offsetHeight) seen.text ??= performance.now();
        const images = [...document.querySelectorAll<HTMLImageElement>(picture ?? '')];
        if (images.some(({ complete, naturalWidth }) => complete && naturalWidth > 0))
          seen.picture ??= performance.now();
        if (seen.text === undefined || seen.picture === undefined) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    },
    [HEADING, PICTURE],
  );
  await page.goto(url, { waitUntil: 'commit' });
  const times = await page.waitForFunction(() => {
    const { seen } = window as unknown as { seen?: Partial<Times> };
    return seen?.text !== undefined && seen.picture !== undefined ? (seen as Times) : null;
  });
  return (await times.jsonValue()) as Times;
}

/** The words and the first picture of the page, as plain HTML from a plain server. */
async function bareServer(page: Page) {
  const text = await page.locator('main').innerText();
  const address = await page
    .locator(PICTURE)
    .first()
    .evaluate((image: HTMLImageElement) => image.currentSrc);
  const picture = await (await page.request.get(address)).body();
  const html = `<!doctype html><h1>${PROJECT}</h1><main><img alt="first" src="/first.webp"><pre>${text.replaceAll('<', '&lt;')}</pre></main>`;
  const server = createServer((request, response) => {
    const isPicture = request.url === '/first.webp';
    response.setHeader('content-type', isPicture ? 'image/webp' : 'text/html; charset=utf-8');
    response.end(isPicture ? picture : html);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => {
    server.once('listening', resolve);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/** A browser of its own that has nothing of the site but who is signed in. */
async function newcomer(browser: Browser, url: string) {
  const context = await browser.newContext({ baseURL: url, viewport: { width: 390, height: 844 } });
  await enter(context.request, CLIENT);
  const session = JSON.stringify(await (await context.request.get('/api/session')).json());
  await context.addInitScript((text) => localStorage.setItem('overfly.session', text), session);
  return context;
}

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const first = await (await newcomer(browser, program.url)).newPage();
  await first.goto('/dashboard/projects');
  await first.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await first.locator(PICTURE).first().waitFor();
  await first.waitForLoadState('networkidle');
  const path = new URL(first.url()).pathname;
  const bare = await bareServer(first);
  const all = { bare: [] as Times[], first: [] as Times[], second: [] as Times[] };
  for (let round = 0; round < ROUNDS; round++) {
    const context = await newcomer(browser, program.url);
    const plain = await (await browser.newContext()).newPage();
    await slow(plain);
    all.bare.push(await visit(plain, bare.url));
    const page = await context.newPage();
    await slow(page);
    all.first.push(await visit(page, path));
    await page.evaluate(() => navigator.serviceWorker.ready);
    // Once under the worker, which keeps the pictures then.
    await page.reload({ waitUntil: 'networkidle' });
    // It would go on working in the browser process that serves the next tab.
    await page.close();
    const again = await context.newPage();
    await slow(again);
    all.second.push(await visit(again, path));
    await context.close();
    await plain.context().close();
  }
  bare.server.close();
  const of = (visits: Times[], what: keyof Times) => median(visits.map((times) => times[what]));
  const say = (name: string, what: keyof Times, pair: [Times[], Times[]], limit: number) => {
    const [over, under] = pair.map((visits) => of(visits, what)) as [number, number];
    const ratio = over / under;
    console.log(
      `${name}: ${over.toFixed(0)} / ${under.toFixed(0)} ms = ${ratio.toFixed(2)} ` +
        `(limit ${limit})${ratio > limit ? ' NOT MET' : ''}`,
    );
  };
  say('first visit, text, portal / bare page', 'text', [all.first, all.bare], 1.6);
  say('first visit, picture, portal / bare page', 'picture', [all.first, all.bare], 2.2);
  say('text, second visit / first', 'text', [all.second, all.first], 0.5);
  say('picture, second visit / first', 'picture', [all.second, all.first], 0.5);
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
