// The media viewer: how soon the next picture is there, and whether anything keeps the divider from following.
import { chromium, type Page } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, enter, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';

const STEPS = 200;
const LIMIT_MS = 50;
const MOVES = 200;

/** Runs in the page: milliseconds from each press of a key until the next picture can be seen. */
async function walk(steps: number): Promise<number[]> {
  const shown = () => document.querySelector<HTMLImageElement>('dialog img[alt^="DJI"]');
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

/** Milliseconds of the long tasks while the divider is dragged to and fro. */
async function drag(page: Page): Promise<number[]> {
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByRole('button', { name: 'Slider' }).click();
  const handle = await page.locator('dialog [data-handle]').boundingBox();
  if (!handle) throw new Error('There is no divider.');
  await page.getByRole('dialog').getByRole('img', { name: /^DJI/ }).nth(1).waitFor();
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
  await page
    .getByRole('button', { name: /^Open DJI/ })
    .nth(1)
    .click();
  await page.getByRole('button', { name: 'Single' }).click();
  await page.getByRole('dialog').getByRole('img', { name: /^DJI/ }).waitFor();
  await page.waitForLoadState('networkidle');
  const times = (await page.evaluate(walk, STEPS)).toSorted((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)]?.toFixed(0);
  console.log(
    `next picture after a key, of ${STEPS}: median ${at(0.5)} ms, p95 ${at(0.95)} ms (limit ${LIMIT_MS} ms)`,
  );
  const long = await drag(page);
  console.log(`long tasks while the divider is dragged ${MOVES} times: ${long.length} (limit 0)`);
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
