import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSampleSite } from '../scripts/sample-site.mjs';

/**
 * Makes the sample site once, before the first test, in a folder whose name goes to every program
 * as E2E_SITE: seeding takes minutes, a copy a moment. A folder given by E2E_SITE is taken as it is: `npm test`
 * makes one beside the tests before. What Node makes of the sources of the programs is kept beside it, for they are
 * started often. Returns what removes it all again.
 */
export default async function prepare(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'overfly-e2e-site-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'compiled');
  if (process.env['E2E_SITE'] !== undefined) return remove;
  const site = join(folder, 'site');
  try {
    await makeSampleSite(site);
  } catch (error) {
    await remove();
    throw error;
  }
  process.env['E2E_SITE'] = site;
  return remove;
}
