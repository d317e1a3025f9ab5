// What a first visit fetches of scripts before a screen of the portal can be used, compressed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild } from '../scripts/setup.mjs';

const WEB = join(import.meta.dirname, '../dist/web');
const LIMIT = 200 * 1024;
/** Those that links lead to; the others follow from them. */
const SCREENS = ['home', 'project', 'submission'];

type Chunk = { file: string; imports?: string[] };

await ensureWebBuild();
const manifest = JSON.parse(readFileSync(join(WEB, '.vite/manifest.json'), 'utf8')) as Record<
  string,
  Chunk
>;

/** The files of an entry and of everything that it cannot start without. */
function filesOf(entry: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[entry];
  if (!chunk) throw new Error(`${entry} is not in the build.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const name of chunk.imports ?? []) filesOf(name, seen);
  return seen;
}

for (const screen of SCREENS) {
  const files = filesOf(`areas/portal/${screen}-screen.tsx`, filesOf('app.html'));
  const bytes = [...files].reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(WEB, file))).length,
    0,
  );
  if (bytes > LIMIT) process.exitCode = 1;
  console.log(
    `${screen}: ${(bytes / 1024).toFixed(1)} KiB of script, gzip, in ${files.size} files (limit ${LIMIT / 1024} KiB)`,
  );
}
