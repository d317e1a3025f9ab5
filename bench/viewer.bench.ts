// The media viewer: how soon the next picture is there, whether anything keeps the divider from following,
// and how many pictures a large visit keeps in the page.
import { chromium, type Page } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { makeLarge, scrollThrough } from '../e2e/large-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, enter, PROJECT, OPEN_PHOTO, PHOTO } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';

const STEPS = 200;
const LIMIT_MS = 50;
const MOVES = 200;
const PHOTOS = 500;
const MAX_PICTURES = 150;

/** Runs in the page: milliseconds from each press of a key until the next picture can be seen. */
async function walk(steps: number): Promise<number[]> {
  const shown = () => document.querySelector<HTMLImageElement>('dialog img:not([alt=""])');
  const nextFrame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  const keys = ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight'];
  const times: number[] = [];
  for (let step = 0; step < steps; step++) {
    const before = shown()?.src;
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent('keydown', { key: keys[step % keys.length] ?? '' }));
    while (shown()?.src === before || !shown()?.complete) await nextFrame();
    await shown()?.decode();
    times.push(performance.now() - start);
    // As long as a person looks at least; the neighbours are fetched meanwhile.
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
  }
  return times;
}

/** Runs in a page with nothing else: milliseconds until one of two decoded pictures takes the other's place. */
async function swap({ urls, steps }: { urls: string[]; steps: number }): Promise<number[]> {
  const kept = urls.map((src) => Object.assign(new Image(), { src }));
  await Promise.all(kept.map((image) => image.decode()));
  const times: number[] = [];
  for (let step = 0; step < steps; step++) {
    const start = performance.now();
    const image = Object.assign(new Image(), { src: urls[step % urls.length] });
    document.body.replaceChildren(image);
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
    await image.decode();
    times.push(performance.now() - start);
    await new Promise((resolve) => {
      setTimeout(resolve, 250);
    });
  }
  return times;
}

/** Milliseconds of the long tasks while the divider is dragged to and fro. */
async function drag(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Slider' }).click();
  const handle = await page.locator('dialog [data-handle]').boundingBox();
  if (!handle) throw new Error('There is no divider.');
  await page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(1).waitFor();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const long: number[] = [];
    Object.assign(window, { long });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
  });
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(x + 300 * Math.sin(move / 10), y);
  }
  await page.mouse.up();
  return page.evaluate(() => (window as unknown as { long: number[] }).long);
}

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  const page = await browser.newPage({
    baseURL: program.url,
    viewport: { width: 1440, height: 900 },
  });
  await enter(page.request, CLIENT);
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('button', { name: OPEN_PHOTO }).nth(1).click();
  await page.getByRole('button', { name: 'Single' }).click();
  await page.getByRole('dialog').getByRole('img', { name: PHOTO }).waitFor();
  await page.waitForLoadState('networkidle');
  const quantile = (times: number[], share: number) =>
    times.toSorted((a, b) => a - b)[Math.floor(times.length * share)]?.toFixed(0);
  const times = await page.evaluate(walk, STEPS);
  const urls = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .flatMap(({ name }) => (/\/w(?:1024|2048)\./.exec(name) ? [name] : [])),
  );
  const bare = await browser.newPage({ baseURL: program.url });
  await enter(bare.request, CLIENT);
  await bare.goto('/api/health');
  const swapped = await bare.evaluate(swap, { urls: urls.slice(0, 2), steps: STEPS / 4 });
  await bare.close();
  console.log(
    `next picture after a key, of ${STEPS}: median ${quantile(times, 0.5)} ms, ` +
      `p95 ${quantile(times, 0.95)} ms (limit ${LIMIT_MS} ms); a bare page in the same run: ` +
      `median ${quantile(swapped, 0.5)} ms, p95 ${quantile(swapped, 0.95)} ms`,
  );
  const long = await drag(page);
  const longest = Math.round(Math.max(0, ...long));
  console.log(
    `long tasks while the divider is dragged ${MOVES} times: ${long.length} (limit 0; longest ${longest} ms)`,
  );
  await page.keyboard.press('Escape');
  await makeLarge(page, { photos: PHOTOS, weeks: 104 });
  await page.reload();
  await page.getByRole('button', { name: OPEN_PHOTO }).first().click();
  await page.getByRole('button', { name: 'Gallery', exact: true }).click();
  await page.getByRole('dialog').getByRole('img', { name: PHOTO }).nth(5).waitFor();
  const { pictures, elements, screens } = await scrollThrough(page, 'dialog [data-scrolls]');
  console.log(
    `${PHOTOS} photos scrolled over ${screens} screens: at most ${pictures} pictures (limit ${MAX_PICTURES}) ` +
      `and ${elements} elements in the page`,
  );
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
