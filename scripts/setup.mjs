// Installs packages and builds the web pages if anything changed. Runs on the system's Node (20 or newer), because
// packages aren't installed yet.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { node24, root, run, runNpm, runTool, say, seconds } from './run.mjs';

const WEB_STAMP = join(root, 'dist', '.overfly-stamp');

const WEB_SOURCES = [
  'web',
  'domain',
  'contract',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'tsconfig.base.json',
  'tsconfig.web.json',
];

/**
 * Installs the packages of package-lock.json unless node_modules already matches.
 * @throws {Error} if npm fails
 */
export async function ensurePackages() {
  const stampFile = join(root, 'node_modules', '.overfly-stamp');
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  const stamp = `${process.platform} ${process.arch} ${sha256(lock)}`;
  const ready = existsSync(node24());
  if (ready && readOr(stampFile, '') === stamp) return;
  if (!(ready && installedMatches(lock))) await installPackages(lock);
  if (!existsSync(node24())) await installNode();
  writeFileSync(stampFile, stamp);
}

/**
 * Builds the web pages into dist/ if their sources changed.
 * @throws {Error} if the build fails
 */
export async function ensureWebBuild() {
  const files = webSources();
  const stamp = hashFiles(files);
  if (readOr(WEB_STAMP, '') === stamp) return;
  forgetWebBuild();
  const start = Date.now();
  say(`Building the web pages from ${files.length} files …`);
  const { code, output } = await runTool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], {
    capture: true,
    env: { NODE_ENV: 'production' },
  });
  if (code !== 0) throw new Error(`The web build failed.\n${output}`);
  writeFileSync(WEB_STAMP, stamp);
  say(`Web pages built in ${seconds(Date.now() - start)}.`);
}

/** Forces the next `ensureWebBuild` to build. */
export function forgetWebBuild() {
  rmSync(WEB_STAMP, { force: true });
}

/** @param {string} lock */
async function installPackages(lock) {
  const start = Date.now();
  const count = packagesIn(lock).length;
  say(`Installing up to ${count} packages from package-lock.json …`);
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund'];
  const { code } = await runNpm([...args, '--loglevel=error']);
  if (code !== 0) {
    throw new Error(
      'npm could not install the packages. See its message above. Is the npm registry reachable?',
    );
  }
  say(`Packages installed in ${seconds(Date.now() - start)}.`);
}

/** Needed because npm may be configured to skip install scripts, with which the `node` package downloads its binary. */
async function installNode() {
  say('Downloading Node 24 …');
  const cwd = join(root, 'node_modules', 'node');
  await run(process.execPath, ['installArchSpecificPackage.js'], { cwd });
  if (existsSync(node24())) return;
  throw new Error(`Node 24 could not be installed at ${node24()}. See npm's message above.`);
}

/**
 * Whether node_modules matches the lock file, so that a developer's `npm install` isn't undone. npm records installed
 * packages in node_modules/.package-lock.json.
 * @param {string} lock
 */
function installedMatches(lock) {
  const record = readOr(join(root, 'node_modules', '.package-lock.json'), '');
  if (record === '') return false;
  const installed = new Map(packagesIn(record));
  return packagesIn(lock).every(([path, entry]) => {
    const found = installed.get(path);
    if (found === undefined) return entry.optional === true;
    return found.version === entry.version && found.integrity === entry.integrity;
  });
}

/**
 * @typedef {{ version: string, integrity?: string, optional?: boolean }} LockedPackage
 * @param {string} lock content of an npm lock file
 * @returns {[string, LockedPackage][]} path and package, without the root
 */
function packagesIn(lock) {
  const { packages } = /** @type {{ packages: Record<string, LockedPackage> }} */ (
    JSON.parse(lock)
  );
  return Object.entries(packages).filter(([path]) => path !== '');
}

/** @returns {string[]} sorted paths from the repository root */
function webSources() {
  const pages = readdirSync(root).filter((name) => name.endsWith('.html'));
  return [...WEB_SOURCES, ...pages].flatMap((path) => filesBelow(path)).sort();
}

/**
 * @param {string} path
 * @returns {string[]}
 */
function filesBelow(path) {
  const full = join(root, path);
  if (!existsSync(full)) return [];
  if (!statSync(full).isDirectory()) return [path];
  return readdirSync(full, { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    if (entry.isDirectory()) return filesBelow(below);
    return /\.test\.tsx?$/.test(entry.name) ? [] : [below];
  });
}

/** @param {string[]} files */
function hashFiles(files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex');
}

/** @param {string} text */
function sha256(text) {
  return createHash('sha256').update(text).digest('hex');
}

/**
 * @param {string} file
 * @param {string} otherwise
 */
function readOr(file, otherwise) {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}
