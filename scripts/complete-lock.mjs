// `node scripts/complete-lock.mjs`: adds packages for other platforms to package-lock.json. npm drops optional packages
// that its registry doesn't have (such as a mirror for one platform), and then `npm ci` rejects the lock file
// everywhere. The platform is part of the package name, and the version is pinned by the dependent package.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root, say } from './run.mjs';

/**
 * @typedef {{ version: string, license?: string, dev?: true, optional?: true, os?: string[],
 *   cpu?: string[], libc?: string[], optionalDependencies?: Record<string, string> }} Entry
 * @typedef {{ packages: Record<string, Entry> }} Lock
 */

const FILE = join(root, 'package-lock.json');
export const PLATFORM =
  /(android|darwin|freebsd|linux|openharmony|win32)-(arm64|arm|x64|ia32|ppc64|riscv64|s390x)(?:-(\w+))?$/;

/**
 * Optional dependencies without an entry.
 * @param {Lock} lock
 * @returns {[string, Entry][]} path and entry to add
 */
function missingEntries({ packages }) {
  return Object.entries(packages).flatMap(([path, { dev, optionalDependencies = {} }]) =>
    Object.entries(optionalDependencies)
      .filter(
        ([name]) =>
          !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages),
      )
      .map(
        ([name, version]) =>
          /** @type {[string, Entry]} */ ([
            `node_modules/${name}`,
            { version, ...(dev ? { dev } : {}), optional: true, ...platformOf(name, version) },
          ]),
      ),
  );
}

/**
 * @param {string} name
 * @param {string} version
 * @returns {Pick<Entry, 'os' | 'cpu' | 'libc'>}
 */
function platformOf(name, version) {
  const found = PLATFORM.exec(name);
  if (!found || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `package-lock.json lacks ${name}@${version}, whose platform is unknown. Run npm install.`,
    );
  }
  const [, os = '', cpu = '', abi = ''] = found;
  const libc = abi.startsWith('musl') ? ['musl'] : ['glibc'];
  return { cpu: [cpu], os: [os], ...(os === 'linux' && abi ? { libc } : {}) };
}

/** @returns {{ ok: boolean, output: string }} whether `npm ci` accepts the lock file on every platform */
export function checkLock() {
  const names = missingEntries(readLock()).map(([path]) => path);
  if (names.length === 0) return { ok: true, output: '' };
  const advice = 'package-lock.json lacks these; run: node scripts/complete-lock.mjs';
  return { ok: false, output: [advice, ...names].join('\n') };
}

/** @returns {Lock} */
export function readLock() {
  return /** @type {Lock} */ (JSON.parse(readFileSync(FILE, 'utf8')));
}

function complete() {
  const lock = readLock();
  const missing = missingEntries(lock);
  const [first, ...rest] = [...Object.entries(lock.packages), ...missing];
  if (missing.length === 0 || first === undefined) return say('package-lock.json is complete.');
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([first, ...rest]);
  writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
  return say(`${missing.length} packages for other platforms added to package-lock.json.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) complete();
