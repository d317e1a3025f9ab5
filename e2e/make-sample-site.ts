import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSampleSite } from '../scripts/sample-site.mjs';

/**
 * Creates the sample site once, before the first test, in a folder passed as E2E_SITE: seeding takes minutes, copying a
 * moment. An existing E2E_SITE is used as is: `npm test` prepares one during earlier tests. Node's compile cache is
 * next to it, because the programs start often. Returns a function that deletes everything.
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
