import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { inherited } from '../scripts/run.mjs';
import { findMiniBrowser } from '../scripts/system-parts.mjs';
import { freePort } from '../scripts/test-database.mjs';
import { startRecorder } from './webkit-recorder.ts';

const START_LIMIT_MS = 30_000;
/** Height of MiniBrowser's toolbar in CSS pixels; the page gets the rest of the window. */
const TOOLBAR = 38;

export type WebKit = {
  /** Sends a WebDriver command of the session, such as `url`; rejects with the driver's message. */
  send: <T>(command: string, body?: object, method?: string) => Promise<T>;
  /** Runs a function in the page with JSON arguments and returns its result. */
  run: <A extends unknown[], T>(script: (...args: A) => T, ...args: A) => Promise<T>;
  /** Returns the page's errors and failed requests, and clears the latter. */
  takeErrors: () => Promise<string[]>;
  stop: () => Promise<void>;
};

/** Starts WebKitGTK's MiniBrowser and its WebDriver on a virtual display, with a page of 1440 × 900. */
export async function startWebKit(): Promise<WebKit> {
  const recorder = await startRecorder();
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1440x1000x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [number] = (await once(display.stdout, 'data')) as [Buffer];
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    env: {
      ...inherited(),
      DISPLAY: `:${String(number).trim()}`,
      // Without a graphics card, compositing costs a fifth of the total time.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
    },
    stdio: 'ignore',
  });
  const kill = () => [driver, display].map((child) => child.kill());
  process.once('exit', kill);

  const call = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      body: body ? JSON.stringify(body) : null,
    });
    const { value } = (await response.json()) as { value: T & { error: string; message: string } };
    if (!response.ok) throw new Error(`${path}: ${value.error}, ${value.message}`);
    return value;
  };
  await untilListening(() => call('GET', '/status'));
  const { sessionId } = await call<{ sessionId: string }>('POST', '/session', {
    capabilities: { alwaysMatch: capabilities(recorder.address) },
  });
  const send: WebKit['send'] = (command, body, method = body ? 'POST' : 'GET') =>
    call(method, `/session/${sessionId}/${command}`, body);
  const run: WebKit['run'] = (script, ...args) =>
    send('execute/sync', { script: `return (${script.toString()})(...arguments)`, args });
  await send('window/rect', { width: 1440, height: 900 + TOOLBAR });

  return {
    send,
    run,
    takeErrors: async () => [...recorder.takeFailures(), ...(await run(recorder.errorsOfPage))],
    stop: async () => {
      await call('DELETE', `/session/${sessionId}`);
      process.off('exit', kill);
      kill();
      recorder.stop();
    },
  };
}

const capabilities = (proxy: string) => ({
  browserName: 'MiniBrowser',
  proxy: { proxyType: 'manual', httpProxy: proxy },
  'webkitgtk:browserOptions': {
    binary: findMiniBrowser(),
    args: ['--automation', '--time-zone=Europe/Madrid'],
  },
});

async function untilListening(ask: () => Promise<unknown>): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    try {
      await ask();
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(50);
    }
  }
}
