import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inherited, ROOT } from './program.ts';

/**
 * Makes the sample site once, before the first test, in a folder whose name goes to every program
 * as E2E_SITE: seeding takes about a minute of a processor, a copy a moment. A folder given by
 * E2E_SITE is taken as it is, for repeated runs by hand. What Node makes of the sources of the programs is
 * kept beside it, for they are started often. Returns what removes it all again.
 */
export default async function makeSampleSite(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'overfly-e2e-site-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  if (process.env['E2E_SITE'] !== undefined) return remove;
  const site = join(folder, 'site');
  const child = spawn(process.execPath, ['server/main.ts', 'seed-demo'], {
    cwd: ROOT,
    env: { ...inherited(), DATA_DIR: site, LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) {
    await remove();
    throw new Error(`The sample site could not be made: the program ended with ${code}.`);
  }
  process.env['E2E_SITE'] = site;
  return remove;
}
