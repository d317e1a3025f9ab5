import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SETTINGS } from '#server/config.ts';
import { root } from './run.mjs';

const read = (name: string) => readFileSync(join(root, name), 'utf8');
const matches = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, name = '']) => name);

/** Variables for Node, PostgreSQL and compose.yaml, which the product itself doesn't read. */
const FOREIGN = new Set([
  'NODE_ENV',
  'NODE_COMPILE_CACHE',
  'PATH',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
  'POSTGRES_USER',
  'S3_SECRET',
]);

test.each([
  ['deploy/.env.example', /^#?([A-Z][A-Z\d_]+)=/gm],
  ['deploy/compose.yaml', /(?:^ +|\$\{|\$\$)([A-Z][A-Z\d_]+)\b(?=:|\}|")/gm],
  ['deploy/Dockerfile', /[ .]([A-Z][A-Z\d_]+)(?==|\})/g],
  ['deploy/overfly@.service', /[ =]([A-Z][A-Z\d_]+)=/g],
  ['deploy/Caddyfile', /\{\$([A-Z][A-Z\d_]+)\}/g],
])('%s names only existing settings', (file, pattern) => {
  const named = matches(read(file), pattern).filter((name) => !FOREIGN.has(name));
  expect(named).not.toEqual([]);
  expect(named.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

test("the operator's guide explains every setting and no others", () => {
  const guide = read('docs/operate.md');
  expect(SETTINGS.filter((name) => !new RegExp(`\`${name}\\b`).test(guide))).toEqual([]);
  const inTables = matches(guide, /^\| (`[^|]+`) \|/gm).flatMap((cell) =>
    matches(cell, /`([A-Z][A-Z\d_]+)`/g),
  );
  expect(inTables.filter((name) => !SETTINGS.includes(name))).toEqual([]);
});

test('the image contains only existing files, and all files that its build needs', () => {
  const dockerfile = read('deploy/Dockerfile');
  const copied = matches(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) =>
    line.split(' '),
  );
  const sent = matches(read('deploy/Dockerfile.dockerignore'), /^!(.+)$/gm);
  expect([...copied, ...sent].filter((path) => !existsSync(join(root, path)))).toEqual([]);
  expect(copied.filter((path) => path !== '.' && !sent.includes(path))).toEqual([]);
  // The sources of the web pages (scripts/setup.mjs).
  const pages = matches(read('scripts/setup.mjs'), /^ {2}'([\w.-]+)',$/gm);
  expect(pages).toContain('vite.config.ts');
  expect(pages.filter((path) => !sent.includes(path))).toEqual([]);
});

test('commands and files named in deploy/ and the guide exist', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const texts = [
    ...globSync('deploy/*', { cwd: root }),
    'docs/operate.md',
    'deploy/.env.example',
  ].map(read);
  const commands = texts.flatMap((text) => matches(text, /npm run ([\w:]+)/g));
  expect(commands).toContain('build');
  expect(commands.filter((name) => !(name in scripts))).toEqual([]);
  const paths = texts.flatMap((text) =>
    matches(text, /\b((?:deploy|server|demo|scripts)\/[\w@.-]+\.\w+)/g),
  );
  expect(paths).toEqual(expect.arrayContaining(['server/main.ts', 'demo/main.ts']));
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

test('the image is built once, and health checks wait for a long migration', () => {
  const compose = read('deploy/compose.yaml');
  // Docker Compose fails if two services build the same image at once.
  expect(matches(compose, /^ +(build):/gm)).toHaveLength(1);
  expect(matches(compose, /^ +image: (overfly)$/gm)).toHaveLength(1);
  // During initialization, PostgreSQL only listens on its local socket, which must not count as ready.
  expect(compose).toMatch(/pg_isready, --host=/);
  // Migrating a large database takes minutes, and `up` fails if a container is unhealthy.
  const patience = [compose, read('deploy/Dockerfile')].flatMap((text) =>
    matches(text, /start[_-]period[:=] ?(\w+)/g),
  );
  expect(patience).toEqual(['10m', '10m']);
});

test('the service can write its own backups, and Node can compile', () => {
  const unit = read('deploy/overfly@.service');
  const [folder] = matches(unit, /^ReadWritePaths=-(\S+)$/gm);
  expect(read('docs/operate.md')).toContain(`deploy/overfly.sh backup ${folder}\n`);
  expect(unit).not.toMatch(/^MemoryDenyWriteExecute/m);
});
