import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { createServer, type Plugin } from 'vite';
import type { DrawingPage } from './page/api.ts';
import { findChromium } from '../../scripts/system-parts.mjs';

export type Host = {
  page: Page;
  frames: Map<string, Buffer>;
  /** The week for which the scene is currently built and lit. */
  week?: number;
  close: () => Promise<void>;
};

/** Software rendering (Mesa's llvmpipe, or the browser's own) gives the same result on similar machines. */
const SOFTWARE =
  process.platform === 'linux'
    ? ['--use-gl=angle', '--use-angle=gl-egl', '--ozone-platform=headless']
    : ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'];
const FLAGS = [...SOFTWARE, '--ignore-gpu-blocklist', '--disable-gpu-watchdog'];

export async function openHost(): Promise<Host> {
  const frames = new Map<string, Buffer>();
  const server = await createServer({
    root: fileURLToPath(new URL('page', import.meta.url)),
    configFile: false,
    logLevel: 'warn',
    cacheDir: join(tmpdir(), 'overfly-render'),
    optimizeDeps: { include: ['three'] },
    server: { port: 0, host: '127.0.0.1', hmr: false, watch: null, fs: { strict: false } },
    plugins: [collector(frames)],
  });
  await server.listen();
  const executablePath = findChromium();
  const browser = await chromium.launch({
    args: FLAGS,
    env: {
      LIBGL_ALWAYS_SOFTWARE: '1',
      EGL_PLATFORM: 'surfaceless',
      LP_NUM_THREADS: '4',
    },
    ...(executablePath && { executablePath }),
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(0);
  page.on('console', (message) => process.stderr.write(`${message.text()}\n`));
  page.on('pageerror', (error) => process.stderr.write(`${error.message}\n`));
  await page.goto(server.resolvedUrls?.local[0] ?? '');
  await page.waitForFunction(() => 'overfly' in globalThis, undefined, { timeout: 120_000 });
  const close = async () => {
    await browser.close();
    await server.close();
  };
  return { page, frames, close };
}

/** Renders on the page and returns the bytes it sends. */
export async function draw<What extends 'photo' | 'plan' | 'measure'>(
  { page, frames }: Host,
  what: What,
  order: Parameters<DrawingPage[What]>[0],
): Promise<Buffer> {
  await page.evaluate(
    ([name, given]) => globalThis.overfly[name as 'plan'](given as never, 'frame'),
    [what, order] as const,
  );
  const bytes = frames.get('frame');
  if (!bytes?.length) throw new Error(`No response for ${what}.`);
  frames.delete('frame');
  return bytes;
}

function collector(frames: Map<string, Buffer>): Plugin {
  return {
    name: 'collect-frames',
    configureServer(server) {
      server.middlewares.use('/frames', (request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => {
          frames.set(request.url?.slice(1) ?? '', Buffer.concat(parts));
          response.end();
        });
      });
    },
  };
}
