import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

const windows = process.platform === 'win32';

/** Node 24 from the npm package `node`. */
export function node24() {
  return join(root, 'node_modules', 'node', 'bin', windows ? 'node.exe' : 'node');
}

export function stopRunning() {
  for (const child of running) child.kill('SIGTERM');
}

/**
 * Calls `stop` once when this process should end: on a signal, or when its parent process has ended, because npm and
 * shells don't forward signals.
 * @param {(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => void} stop
 */
export function onEnd(stop) {
  const parent = process.ppid;
  let isStopping = false;
  /** @param {'SIGINT' | 'SIGTERM' | 'SIGHUP'} signal */
  const ask = (signal) => {
    if (!isStopping) stop(signal);
    isStopping = true;
  };
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.on(signal, ask);
  }
  if (process.env.npm_lifecycle_event === undefined) return;
  setInterval(() => {
    if (process.ppid !== parent) ask('SIGTERM');
  }, 250).unref();
}

/** @param {string} message */
export function say(message) {
  process.stdout.write(`${message}\n`);
}

/** @param {number} milliseconds */
export function seconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'SystemRoot', 'TEMP', 'USERPROFILE'];

/** Environment variables that every program needs, without a developer's Overfly settings. */
export function inherited() {
  return Object.fromEntries(
    [...INHERITED, 'NODE_COMPILE_CACHE'].flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Runs a command and waits for it to exit.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: Record<string, string>, isBare?: boolean, capture?: boolean, uid?: number, gid?: number, cwd?: string, shell?: boolean }} [options]
 *   isBare: with no environment variables other than `env`; capture: return the output instead of showing it
 * @returns {Promise<{ code: number, output: string, stdout: string }>} output: stdout and stderr;
 *   code 127 if the command can't be started
 */
export function run(command, args, options = {}) {
  const { capture = false, isBare = false, env, cwd = root, ...rest } = options;
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: isBare ? env : { ...process.env, ...env },
      stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      ...rest,
    });
    running.add(child);
    let output = '';
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (text) => {
      output += text;
      stdout += text;
    });
    child.stderr?.setEncoding('utf8').on('data', (text) => {
      output += text;
    });
    child.on('error', (error) => {
      resolve({ code: 127, output: `${command}: ${error.message}`, stdout });
    });
    child.on('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? (signal ? 128 : 1), output, stdout });
    });
  });
}

/**
 * Prints an error without its stack and sets the exit code to 1.
 * @param {unknown} error
 */
export function fail(error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

/**
 * @param {string} tool path below node_modules, such as `vite/bin/vite.js`
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runTool(tool, args, options) {
  return run(node24(), [join(root, 'node_modules', tool), ...args], options);
}

/**
 * On Windows, npm is a shell script.
 * @param {string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js') && existsSync(cli))
    return run(process.execPath, [cli, ...args], options);
  return run('npm', args, { ...options, shell: windows });
}
