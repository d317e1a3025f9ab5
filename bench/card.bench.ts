// A memory card in the browser. Reading 500 headers in the product's worker vs. only reading the same bytes; processing
// 60 photos of 12 megapixels until the draft has all previews vs. plain sharp; the page's longest task. Limits: 1.5 x,
// 0.75 of the rate, 100 ms. `PHOTOS` and `HEADERS` reduce the amounts.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import sharp from 'sharp';
import { PRESETS } from '#domain/files.ts';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { signInByApi, OPERATOR } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';
import { makePhotos } from './photos.ts';
import { median } from './server-process.ts';

const PHOTOS = Number(process.env['PHOTOS'] ?? 60);
const HEADERS = Number(process.env['HEADERS'] ?? 500);
const HEADER_BYTES = 64 * 1024;
const ROUNDS = 6;

/** Only reads the given files' first bytes. Served over HTTP so that it loads like the product's worker. */
const BASELINE_WORKER = `addEventListener('message', async ({ data: { files, bytes, lanes } }) => {
  const waiting = files.values();
  const lane = async () => {
    for (const file of waiting) await file.slice(0, bytes).arrayBuffer();
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  postMessage('done');
});`;
const BASELINE_URL = '/bare-worker.js';

type Watched = { files: File[]; readMs: number; isOver: boolean; asked: number };

/** Runs in the page. Milliseconds from starting a worker until it has read the last chosen files. */
async function readBaseline(given: {
  address: string;
  bytes: number;
  lanes: number;
}): Promise<number> {
  const { files } = window as unknown as Watched;
  const start = performance.now();
  const worker = new Worker(given.address, { type: 'module' });
  worker.postMessage({ files, bytes: given.bytes, lanes: given.lanes }, []);
  await new Promise((resolve, reject) => {
    worker.addEventListener('message', resolve);
    worker.addEventListener('error', reject);
  });
  worker.terminate();
  return performance.now() - start;
}

/** Runs in the page. Keeps the chosen files, and records when the last header was read and when the worker is idle. */
function watchReading(): void {
  const kept = Object.assign(window as unknown as Watched, { isOver: false, asked: 0 });
  document.addEventListener(
    'change',
    ({ target }) => {
      if (target instanceof HTMLInputElement) kept.files = Array.from(target.files ?? []);
    },
    true,
  );
  const Plain = window.Worker;
  window.Worker = class extends Plain {
    #start = performance.now();
    #hasLooked = false;
    constructor(...given: ConstructorParameters<typeof Worker>) {
      super(...given);
      this.addEventListener('message', ({ data }: MessageEvent<Record<string, unknown>>) => {
        const isLast = data['isLast'] === true;
        if (data['stage'] === 'headers' && isLast) kept.readMs = performance.now() - this.#start;
        if (data['stage'] === 'looks' && isLast) this.#hasLooked = true;
        if (data['kind'] === 'hash') kept.asked--;
        kept.isOver = this.#hasLooked && kept.asked === 0;
      });
    }
    override postMessage(message: { kind?: unknown }): void {
      if (message.kind === 'hash') kept.asked++;
      super.postMessage(message, []);
    }
  };
}

async function readCard(page: Page, folder: string): Promise<number> {
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  await page.waitForFunction(() => (window as unknown as Watched).isOver, null, {
    timeout: 300_000,
  });
  return await page.evaluate(() => (window as unknown as Watched).readMs);
}

async function headers(page: Page, folder: string): Promise<void> {
  const ratios: number[] = [];
  const given = { address: BASELINE_URL, bytes: HEADER_BYTES, lanes: 4 };
  await page.route(`**${BASELINE_URL}`, (route) =>
    route.fulfill({ contentType: 'text/javascript', body: BASELINE_WORKER }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('/operator/card');
    await page.evaluate(watchReading);
    const read = await readCard(page, folder);
    const bare = await page.evaluate(readBaseline, given);
    // The first round downloads scripts and warms the file cache.
    if (round > 0) ratios.push(read / bare);
    console.log(`  headers ${read.toFixed(0)} ms, the same bytes ${bare.toFixed(0)} ms`);
  }
  console.log(`${HEADERS} headers: ${median(ratios).toFixed(2)} x reading the bytes (limit 1.5)`);
}

/** Seconds that plain sharp takes for the same sizes, using all cores. */
async function baselineSeconds(folder: string): Promise<number> {
  sharp.concurrency(1);
  sharp.cache(false);
  const waiting = readdirSync(folder).values();
  const start = performance.now();
  const lane = async () => {
    for (const name of waiting) {
      let { data, info } = await sharp(join(folder, name))
        .autoOrient()
        .resize({ width: 2048, withoutEnlargement: true })
        .raw()
        .toBuffer({ resolveWithObject: true });
      for (const width of PRESETS.toReversed()) {
        const { width: from, height, channels } = info;
        ({ data, info } = await sharp(data, { raw: { width: from, height, channels } })
          .resize({ width, withoutEnlargement: true })
          .raw()
          .toBuffer({ resolveWithObject: true }));
        const raw = { width: info.width, height: info.height, channels: info.channels };
        await sharp(data, { raw })
          .webp({ quality: width === 2048 ? 80 : 76, effort: 4 })
          .toBuffer();
      }
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, lane));
  return (performance.now() - start) / 1000;
}

async function draft(page: Page, folder: string): Promise<void> {
  await page.goto('/operator/card');
  await page.evaluate(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
  });
  const start = performance.now();
  await page.getByLabel('Folder to upload').setInputFiles(folder);
  await page.getByRole('combobox', { name: 'Project' }).click();
  await page.getByRole('option').first().click();
  await page.getByRole('button', { name: 'Create draft' }).click();
  await page.getByText(`Clients will see ${PHOTOS} photos.`).waitFor({ timeout: 900_000 });
  const seconds = (performance.now() - start) / 1000;
  const long = await page.evaluate(() => (window as unknown as { long: number[] }).long);
  const bare = await baselineSeconds(folder);
  console.log(
    `${PHOTOS} photos of 12 MP from drop to draft: ${seconds.toFixed(1)} s, plain sharp ${bare.toFixed(1)} s, ` +
      `${(bare / seconds).toFixed(2)} of its rate (limit 0.75); longest task ` +
      `${Math.max(0, ...long).toFixed(0)} ms (limit 100 ms)`,
  );
}

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const folder = mkdtempSync(join(tmpdir(), 'overfly-card-'));
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });

async function open(): Promise<Page> {
  const viewport = { width: 1440, height: 900 };
  const page = await browser.newPage({ baseURL: program.url, viewport });
  await signInByApi(page.request, OPERATOR);
  return page;
}

try {
  await makePhotos(join(folder, 'many'), { photos: HEADERS, width: 1600, height: 1200 });
  await makePhotos(join(folder, 'card'), { photos: PHOTOS, width: 4000, height: 3000 });
  await headers(await open(), join(folder, 'many'));
  // In a new page, because Playwright receives every uploaded byte of a page whose requests are routed.
  await draft(await open(), join(folder, 'card'));
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
  rmSync(folder, { recursive: true, force: true });
}
