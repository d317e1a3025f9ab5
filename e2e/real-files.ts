import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from './flight.ts';

/** The folder of real files, as real-files.spec.ts describes it; undefined where nobody named one. */
export const REAL_FILES = process.env['REAL_FILES'];

/** The paths of the files in a folder of it and below that, in order; none where it is missing. */
export async function realFiles(...folder: string[]): Promise<string[]> {
  const place = join(REAL_FILES ?? '', ...folder);
  const entries = await readdir(place, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .toSorted();
}

/** The photos of each visit. */
export async function realFlights(): Promise<string[][]> {
  const names: string[] = await readdir(join(REAL_FILES ?? '', 'flights')).catch(() => []);
  const flights = names.toSorted().map((name) => realFiles('flights', name));
  return (await Promise.all(flights)).filter(({ length }) => length > 0);
}

/** The SHA-256 of each of the files. */
export const hashesOf = async (paths: readonly string[]): Promise<Set<string>> =>
  new Set(await Promise.all(paths.map(async (path) => sha256(await readFile(path)))));
