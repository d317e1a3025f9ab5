import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './flight.ts';

/** The folder of real files; see real-files.spec.ts. */
const ROOT = process.env['REAL_FILES'] ?? '';

/** Sorted paths of all files in a folder and its subfolders. Rejects if there are none. */
export async function realFiles(...folder: string[]): Promise<string[]> {
  const place = join(ROOT, ...folder);
  const entries = await readdir(place, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
  if (paths.length === 0) throw new Error(`The folder ${folder.join('/')}/ is empty.`);
  return paths;
}

/** The photos of each visit. */
export async function realFlights(): Promise<string[][]> {
  const names = await readdir(join(ROOT, 'flights'));
  return Promise.all(names.toSorted().map((name) => realFiles('flights', name)));
}

export const hashesOf = async (paths: readonly string[]): Promise<Set<string>> =>
  new Set(await Promise.all(paths.map(async (path) => sha256(await readFile(path)))));
