// `npm start` and `npm run dev`: prepares everything, then runs Overfly.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { fail, node24, onEnd, root, say, seconds } from './run.mjs';
import { ensurePackages, ensureWebBuild, forgetWebBuild } from './setup.mjs';

const begin = Date.now();
const dev = process.argv.includes('--dev');

try {
  await ensurePackages();
  await ensureWebBuild();
  if (dev) forgetWebBuild(); // Vite rewrites dist/ from now on.
} catch (error) {
  fail(error);
  process.exit();
}
say(`Ready to start after ${seconds(Date.now() - begin)}.`);

const main = join(root, 'demo', 'main.ts');
const children = [
  start(dev ? ['--watch', '--watch-preserve-output', main, 'serve'] : [main, 'serve']),
];
if (dev) children.push(start([join(root, 'node_modules/vite/bin/vite.js'), 'build', '--watch']));

onEnd((signal) => {
  // The terminal already sent Ctrl+C to the children; a second signal would force them to exit immediately.
  if (signal === 'SIGINT' && process.stdin.isTTY) return;
  for (const child of children) child.kill(signal);
});

/** @param {string[]} args */
function start(args) {
  // Caching compiled code speeds up the next start and saves loading the TypeScript compiler.
  const cache = join(root, 'node_modules', '.cache', 'node');
  const env = { NODE_COMPILE_CACHE: cache, ...process.env };
  const child = spawn(node24(), args, { cwd: root, stdio: 'inherit', env });
  child.on('error', (error) => {
    fail(`Node 24 could not be started: ${error.message}`);
    process.exit();
  });
  child.on('exit', (code, signal) => {
    for (const other of children) if (other !== child) other.kill('SIGTERM');
    process.exitCode = code ?? 128 + (signal ? constants.signals[signal] : 0);
  });
  return child;
}
