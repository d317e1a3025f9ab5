// `npm run licenses`: writes docs/licenses.md, the licenses of production packages.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PLATFORM, readLock } from './complete-lock.mjs';
import { root, say } from './run.mjs';

/** @typedef {ReturnType<typeof readLock>['packages']} Packages */

const FILE = join(root, 'docs', 'licenses.md');

/** Licenses that allow distribution together with MIT-licensed software. */
const ALLOWED = new Set(
  'MIT MIT-0 ISC 0BSD BSD-2-Clause BSD-3-Clause Apache-2.0 BlueOak-1.0.0 CC0-1.0 Unlicense Zlib OFL-1.1 MPL-2.0 LGPL-3.0 LGPL-3.0-or-later'.split(
    ' ',
  ),
);

/** Packages that state their license only in a README or a separate file. */
const LICENSES_IN_README = new Map([
  ['combine-errors', 'MIT'],
  ['png-js', 'MIT'],
]);

/**
 * Production packages by license; variants for other platforms count as one.
 * @param {Packages} packages
 */
function byLicense(packages) {
  /** @type {Map<string, Set<string>>} */
  const found = new Map();
  for (const [path, { dev, license }] of Object.entries(packages)) {
    const name = path.split('node_modules/').at(-1) ?? path;
    // Entries added by complete-lock.mjs have no license; it's the same as that of the variant for this platform.
    const isUnseen = license === undefined && PLATFORM.test(name);
    if (path === '' || dev || isUnseen) continue;
    const known = license ?? LICENSES_IN_README.get(name) ?? 'unknown';
    found.set(known, (found.get(known) ?? new Set()).add(name.replace(PLATFORM, '*')));
  }
  return [...found].sort(([a, these], [b, those]) => those.size - these.size || a.localeCompare(b));
}

/**
 * Packages with a license that isn't allowed, grouped by license.
 * @param {Packages} packages
 */
export const refusedLicenses = (packages) =>
  byLicense(packages)
    .filter(([license]) => !isAllowed(license))
    .map(([license, names]) => `${license}: ${[...names].join(', ')}`);

/**
 * With OR, one allowed license is enough; with AND, all must be allowed.
 * @param {string} license an SPDX expression
 * @returns {boolean}
 */
function isAllowed(license) {
  const bare = license.replace(/^\((.*)\)$/, '$1');
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed);
  return bare.split(' AND ').every((part) => ALLOWED.has(part));
}

/** @param {Packages} packages */
function page(packages) {
  const rows = byLicense(packages).map(
    ([license, names]) =>
      `## ${license} (${names.size})\n\n${[...names]
        .sort()
        .map((name) => `\`${name}\``)
        .join(' ')}\n`,
  );
  const intro =
    "Overfly's packages by license. `npm run licenses` writes this page from\n" +
    '`package-lock.json`; `npm run check` fails for a license that is not on the list in `scripts/licenses.mjs`.\n';
  return `# Licenses\n\n${intro}\n${rows.join('\n')}`;
}

/** @returns {{ ok: boolean, output: string }} */
export function checkLicenses() {
  const { packages } = readLock();
  const refused = refusedLicenses(packages);
  if (refused.length > 0) {
    const advice = 'These packages have licenses that are not on the list in scripts/licenses.mjs:';
    return { ok: false, output: [advice, ...refused].join('\n') };
  }
  if (readFileSync(FILE, 'utf8') === page(packages)) return { ok: true, output: '' };
  return { ok: false, output: 'docs/licenses.md is out of date; run: npm run licenses' };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  writeFileSync(FILE, page(readLock().packages));
  say('docs/licenses.md written.');
}
