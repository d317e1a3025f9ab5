// What a first visit fetches of scripts before a screen of the portal can be used, compressed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureWebBuild } from '../scripts/setup.mjs';

const WEB = join(import.meta.dirname, '../dist/web');
const KIB = 1024;
const SCREENS = 'home projects project submission viewpoint map downloads sharing support account';
const PORTAL_LIMIT = 260;

type Page = { entries: string[]; limit: number; build?: string };

const screenOf = (name: string): [string, Page] => [
  name,
  { entries: ['app.html', `areas/portal/${name}-screen.tsx`], limit: PORTAL_LIMIT },
];

/** Each with what it starts from and its limit in KiB. */
const PAGES: Record<string, Page> = {
  ...Object.fromEntries(SCREENS.split(' ').map(screenOf)),
  'shared page': { entries: ['shared.html'], limit: 60, build: 'shared-manifest' },
};
/** A class that OpenLayers gives to its maps: whoever shows none must not fetch it. */
const MAP = 'ol-viewport';

type Chunk = { file: string; imports?: string[] };

await ensureWebBuild();
/** What was built of the files that pages are made of, by their names. */
const readBuild = (name: string) =>
  JSON.parse(readFileSync(join(WEB, `.vite/${name}.json`), 'utf8')) as Record<string, Chunk>;

/** The files of an entry and of everything that it cannot start without. */
function filesOf(
  build: Record<string, Chunk>,
  entry: string,
  seen = new Set<string>(),
): Set<string> {
  const chunk = build[entry];
  if (!chunk) throw new Error(`${entry} is not in the build.`);
  if (seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const name of chunk.imports ?? []) filesOf(build, name, seen);
  return seen;
}

for (const [page, { entries, limit, build = 'manifest' }] of Object.entries(PAGES)) {
  const seen = new Set<string>();
  for (const entry of entries) filesOf(readBuild(build), entry, seen);
  const scripts = [...seen].map((file) => readFileSync(join(WEB, file)));
  const bytes = scripts.reduce((sum, script) => sum + gzipSync(script).length, 0);
  const hasMap = scripts.some((script) => script.includes(MAP));
  if (bytes > limit * KIB || hasMap) process.exitCode = 1;
  console.log(
    `${page}: ${(bytes / KIB).toFixed(1)} KiB of script, gzip, in ${seen.size} files (limit ${limit} KiB)` +
      (hasMap ? '; the library of maps is among them: NOT MET' : '; no library of maps'),
  );
}
