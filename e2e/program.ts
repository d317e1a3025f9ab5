import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inherited } from '../scripts/run.mjs';
import { freePort } from '../scripts/test-database.mjs';

const ROOT = join(import.meta.dirname, '..');
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 20_000;

/** The real program in its own process. */
export type Program = {
  /** Base URL without a trailing slash. */
  url: string;
  /** Its DATA_DIR, deleted at the end. */
  dataDir: string;
  /** All output so far. */
  log: () => string;
  /** Ends it with `signal` and starts it again with the same port and data. */
  restart: (signal: 'SIGTERM' | 'SIGKILL') => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Starts `demo/main.ts serve` with the embedded database on a free port, or that of `settings`. Its data directory is a
 * copy of the sample site, if one was made (see make-sample-site.ts). Waits until /api/health returns 200. `settings`
 * are environment variables; only PATH and similar ones are inherited, so that a developer's own settings can't
 * interfere.
 */
export async function startProgram(settings: Record<string, string> = {}): Promise<Program> {
  const dataDir = await mkdtemp(join(tmpdir(), 'overfly-e2e-'));
  const site = process.env['E2E_SITE'];
  if (site !== undefined && settings['DATA_DIR'] === undefined)
    await cp(site, dataDir, { recursive: true });
  const port = settings['PORT'] ?? String(await freePort());
  const url = `http://127.0.0.1:${port}`;
  const env = {
    ...inherited(),
    HOST: '127.0.0.1',
    PORT: port,
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    ...settings,
  };
  let run = launch(env);
  const stop = async () => {
    await run.end('SIGTERM');
    await rm(dataDir, { recursive: true, force: true });
  };
  const restart = async (signal: 'SIGTERM' | 'SIGKILL') => {
    await run.end(signal);
    run = launch(env);
    await waitUntilHealthy(url, run);
  };
  try {
    await waitUntilHealthy(url, run);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, dataDir, log: () => run.log(), restart, stop };
}

type Run = ReturnType<typeof launch>;

/** Starts `demo/main.ts` with a command and only these environment variables. */
export function launch(env: Record<string, string>, command: 'serve' | 'work' = 'serve') {
  const child = spawn(process.execPath, ['demo/main.ts', command], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const keep = (text: string) => {
    printed = `${printed}${text}`.slice(-50_000);
  };
  child.stdout.setEncoding('utf8').on('data', keep);
  child.stderr.setEncoding('utf8').on('data', keep);
  const exited = once(child, 'exit');
  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (ended()) return;
    child.kill(signal);
    const giveUp = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
    await exited;
    clearTimeout(giveUp);
  };
  return { pid: child.pid ?? 0, log: () => printed, ended, end };
}

/** Resolves once /api/health returns 200; rejects with the output if it ends or takes two minutes. */
export async function waitUntilHealthy(url: string, run: Run): Promise<void> {
  const deadline = Date.now() + START_LIMIT_MS;
  while (Date.now() < deadline) {
    if (run.ended()) throw new Error(`The program ended while starting.\n${run.log()}`);
    if (await isHealthy(url)) return;
    await new Promise((resolve) => {
      setTimeout(resolve, 100);
    });
  }
  throw new Error(`The program was not ready after ${START_LIMIT_MS / 1000} s.\n${run.log()}`);
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(5000) });
    await response.body?.cancel();
    return response.status === 200;
  } catch {
    return false;
  }
}
