// Two weeks on one another: what keeps the page busy while the divider between them is dragged.
import { chromium, type Page } from '@playwright/test';
import makeSampleSite from '../e2e/make-sample-site.ts';
import { startProgram } from '../e2e/program.ts';
import { CLIENT, enter, PROJECT } from '../e2e/sample-site.ts';
import { ensureWebBuild } from '../scripts/setup.mjs';
import { findChromium } from '../scripts/system-parts.mjs';

const MOVES = 200;
const LIMIT_MS = 50;
const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

/** Milliseconds of the long tasks while the divider is dragged to and fro, and of all its frames the 95th percentile. */
async function drag(page: Page): Promise<{ long: number[]; p95: number }> {
  await page.goto('/dashboard/projects');
  await page.getByRole('link', { name: `View Details of ${PROJECT}` }).click();
  await page.getByRole('tab', { name: 'Maps' }).click();
  const map = page.getByRole('region', { name: 'Map of the weeks' });
  await map.getByRole('button', { name: 'Swipe' }).click();
  const box = await map.getByRole('application').boundingBox();
  if (!box) throw new Error('There is no map.');
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    const [long, frames]: [number[], number[]] = [[], []];
    Object.assign(window, { long, frames });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) long.push(duration);
    }).observe({ type: 'longtask' });
    let last = performance.now();
    const tick = (now: number) => {
      frames.push(now - last);
      last = now;
      requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
  const [middle, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(middle, y);
  await page.mouse.down();
  for (let move = 0; move < MOVES; move++)
    await page.mouse.move(middle + 0.4 * box.width * Math.sin(move / 10), y);
  await page.mouse.up();
  return page.evaluate(() => {
    const { long, frames } = window as unknown as { long: number[]; frames: number[] };
    const sorted = frames.toSorted((a, b) => a - b);
    return { long, p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0 };
  });
}

await ensureWebBuild();
const removeSite = await makeSampleSite();
const program = await startProgram();
const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
try {
  for (const viewport of SIZES) {
    const page = await browser.newPage({ baseURL: program.url, viewport });
    await enter(page.request, CLIENT);
    const { long, p95 } = await drag(page);
    const tooLong = long.filter((each) => each > LIMIT_MS);
    console.log(
      `${viewport.width} x ${viewport.height}, dragged ${MOVES} times: ${tooLong.length} tasks over ${LIMIT_MS} ms (limit 0; ` +
        `longest ${Math.round(Math.max(0, ...long))} ms); frames p95 ${p95.toFixed(0)} ms`,
    );
    if (tooLong.length > 0) process.exitCode = 1;
    await page.close();
  }
} finally {
  await browser.close();
  await program.stop();
  await removeSite();
}
