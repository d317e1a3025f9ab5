// `npm run bench` lists the benchmarks; `npm run bench -- NAME …` (or `all`) runs them.
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { node24, root, run, say, seconds } from './run.mjs';
import { ensurePackages } from './setup.mjs';

const ENDING = '.bench.ts';
const folder = join(root, 'bench');

const names = (existsSync(folder) ? readdirSync(folder) : [])
  .filter((file) => file.endsWith(ENDING))
  .map((file) => file.slice(0, -ENDING.length))
  .sort();
const requested = process.argv.slice(2);
const unknown = requested.filter((name) => name !== 'all' && !names.includes(name));

if (unknown.length > 0) {
  process.stderr.write(
    `Unknown benchmark: ${unknown.join(', ')}. Available: ${names.join(', ')}.\n`,
  );
  process.exitCode = 1;
} else if (requested.length === 0) {
  say(`Benchmarks (results in bench/README.md):\n${names.map((name) => `  ${name}`).join('\n')}`);
  say('Run some: npm run bench -- NAME …    Run all: npm run bench -- all');
} else {
  await ensurePackages();
  await runBenches(requested.includes('all') ? names : requested);
}

/** @param {string[]} chosen */
async function runBenches(chosen) {
  for (const name of chosen) {
    const start = Date.now();
    say(`\n# ${name}`);
    const { code } = await run(node24(), [join(folder, `${name}${ENDING}`)]);
    say(`${name}: ${code === 0 ? 'done' : `failed with ${code}`}, ${seconds(Date.now() - start)}`);
    if (code !== 0) process.exitCode = 1;
  }
}
