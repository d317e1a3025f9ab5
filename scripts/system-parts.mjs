// Programs that tests need besides npm packages: browsers, PostgreSQL, an S3 server, ffmpeg, exiftool, GDAL.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { run, say, seconds } from './run.mjs';

const OLDEST_POSTGRES = 15;

/** Folders that contain one folder per installed PostgreSQL version, with the programs in its bin/. */
const POSTGRES_HOMES = [
  '/usr/lib/postgresql',
  '/opt/homebrew/opt',
  '/usr/local/opt',
  '/Applications/Postgres.app/Contents/Versions',
  'C:\\Program Files\\PostgreSQL',
];

/** The headless shell is first because it opens pages in a fifth of the time. */
const CHROMIUM_PATHS = [
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

const FIREFOX_PATHS = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];

/** @type {{ name: string, debian: string | string[], elsewhere: string, find: () => string | undefined }[]} */
const PARTS = [
  {
    name: 'Chromium',
    debian: 'chromium-headless-shell',
    elsewhere: 'Chromium or Google Chrome (or set CHROMIUM_PATH)',
    find: findChromium,
  },
  {
    name: 'Firefox',
    debian: 'firefox-esr',
    elsewhere: 'Firefox (or set FIREFOX_PATH)',
    find: findFirefox,
  },
  {
    name: 'WebKitGTK with its driver, and Xvfb',
    debian: ['webkit2gtk-driver', 'xvfb'],
    elsewhere: 'WebKitGTK with its MiniBrowser and WebKitWebDriver, and Xvfb',
    find: findWebKit,
  },
  {
    name: `PostgreSQL ${OLDEST_POSTGRES} or newer`,
    debian: 'postgresql',
    elsewhere: `PostgreSQL ${OLDEST_POSTGRES} or newer with its server programs (or set POSTGRES_BIN)`,
    find: findPostgres,
  },
  {
    name: "Ceph's S3 server",
    debian: ['radosgw', 'ceph-mon', 'ceph-osd'],
    elsewhere: 'Ceph with its gateway (radosgw, ceph-mon, ceph-osd)',
    find: findCeph,
  },
  { name: 'ffmpeg', debian: 'ffmpeg', elsewhere: 'ffmpeg', find: () => onPath('ffmpeg') },
  {
    name: 'exiftool',
    debian: 'libimage-exiftool-perl',
    elsewhere: 'exiftool',
    find: () => onPath('exiftool'),
  },
  {
    name: 'GDAL',
    debian: 'gdal-bin',
    elsewhere: 'GDAL with its programs (gdalinfo)',
    find: () => onPath('gdalinfo'),
  },
];

/** @returns {string | undefined} path of Chromium or Chrome */
export function findChromium() {
  return [process.env.CHROMIUM_PATH ?? '', ...CHROMIUM_PATHS].find((path) => existsSync(path));
}

/** @returns {string | undefined} path of Firefox */
export function findFirefox() {
  return [process.env.FIREFOX_PATH ?? '', ...FIREFOX_PATHS].find((path) => existsSync(path));
}

/** @returns {string | undefined} path of the MiniBrowser of the newest WebKitGTK */
export function findMiniBrowser() {
  return [...libraryFolders(), '/usr/libexec']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
    .filter((path) => /webkit2?gtk-[\d.]+$/.test(path))
    .map((path) => join(path, 'MiniBrowser'))
    .filter((path) => existsSync(path))
    .sort()
    .at(-1);
}

/** WebKitGTK runs only on Linux. */
function findWebKit() {
  if (process.platform !== 'linux') return process.platform;
  return ['WebKitWebDriver', 'Xvfb'].every(onPath) ? findMiniBrowser() : undefined;
}

/** @returns {string | undefined} the folder with `initdb` and `postgres` of the newest version */
export function findPostgres() {
  const given = process.env.POSTGRES_BIN;
  if (given) return hasServer(given) ? given : undefined;
  const versioned = POSTGRES_HOMES.filter((home) => existsSync(home))
    .flatMap((home) => readdirSync(home).map((name) => ({ home, name, version: versionOf(name) })))
    .filter(({ version }) => version >= OLDEST_POSTGRES)
    .sort((a, b) => b.version - a.version)
    .map(({ home, name }) => join(home, name, 'bin'));
  const initdb = onPath('initdb');
  return [...versioned, ...(initdb ? [dirname(initdb)] : [])].find(hasServer);
}

/** Ceph runs only on Linux. */
function findCeph() {
  if (process.platform !== 'linux') return process.platform;
  const programs = ['radosgw', 'ceph-mon', 'ceph-osd'].map(onPath);
  return programs.every(Boolean) ? programs[0] : undefined;
}

/**
 * Installs missing programs if run as root on Debian.
 * @throws {Error} listing the programs to install if it can't install them
 */
export async function ensureSystemParts() {
  const missing = PARTS.filter((part) => part.find() === undefined);
  if (missing.length === 0) return;
  if (!existsSync('/etc/debian_version')) {
    throw new Error(`The tests need: ${missing.map((part) => part.elsewhere).join('; ')}.`);
  }
  const packages = missing.flatMap((part) => part.debian);
  if (process.getuid?.() !== 0) {
    throw new Error(`The tests need: sudo apt-get install ${packages.join(' ')}`);
  }
  await installDebian(packages);
  const still = PARTS.filter((part) => part.find() === undefined);
  if (still.length === 0) return;
  throw new Error(`Installed, but not found: ${still.map((part) => part.name).join(', ')}.`);
}

/** @param {string[]} packages */
async function installDebian(packages) {
  const start = Date.now();
  say(`Installing ${packages.join(', ')} with apt-get …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const lock = ['-o', 'DPkg::Lock::Timeout=300', '-q'];
  const commands = [
    [...lock, 'update'],
    [...lock, 'install', '-y', '--no-install-recommends', ...packages],
  ];
  for (const args of commands) {
    const { code, output } = await run('apt-get', args, { env, capture: true });
    if (code !== 0) throw new Error(`apt-get ${args.join(' ')} failed.\n${output}`);
  }
  say(`Installed in ${seconds(Date.now() - start)}.`);
}

function libraryFolders() {
  const folders = readdirSync('/usr/lib').filter((folder) => folder.endsWith('-linux-gnu'));
  return [...folders.map((folder) => join('/usr/lib', folder)), '/usr/lib', '/usr/lib64'];
}

/** @param {string} program */
function onPath(program) {
  const names = process.platform === 'win32' ? [`${program}.exe`, `${program}.cmd`] : [program];
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find((path) => existsSync(path));
}

/** @param {string} name such as `15`, `16.2` or `postgresql@17` */
function versionOf(name) {
  const found = /^(?:postgresql@)?(\d+)(?:\.\d+)?$/.exec(name);
  return found ? Number(found[1]) : 0;
}

/** @param {string} bin */
function hasServer(bin) {
  return ['initdb', 'postgres'].every(
    (name) => existsSync(join(bin, name)) || existsSync(join(bin, `${name}.exe`)),
  );
}
