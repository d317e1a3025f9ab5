import { createHash } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import packages from '../../package.json' with { type: 'json' };
import { sitePath } from '../flight/site-files.ts';

/** What a photo is drawn by, and where it is from. */
const SOURCES = ['./', '../flight/'].map((folder) =>
  fileURLToPath(new URL(folder, import.meta.url)),
);
const isSource = (name: string) => /\.(ts|html|css)$/.test(name) && !name.endsWith('.test.ts');

/** Where it says which renderer the checked-in photos were last seen to be drawn by. */
export const RECEIPT = sitePath('renderer.sha256');

/** SHA-256, as hex, of all that decides what the photos at `photos` look like, and of those photos. */
export async function rendererHash(photos: readonly string[]): Promise<string> {
  const hash = createHash('sha256').update(packages.devDependencies.three);
  for (const folder of SOURCES) {
    const names = await readdir(folder, { recursive: true });
    for (const name of names.filter(isSource).toSorted()) {
      hash.update(`\0${name}\0`).update(await readFile(join(folder, name)));
    }
  }
  for (const photo of photos) hash.update(await readFile(photo));
  return hash.digest('hex');
}
