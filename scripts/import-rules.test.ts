import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..');

/**
 * A small source tree: each file's imports (types only, unless `value`) and the rule that it breaks. A cycle is
 * reported once, for its first file.
 */
const TREE: { file: string; imports: string; breaks?: string; value?: true }[] = [
  // Allowed.
  { file: 'domain/sites.ts', imports: 'zod' },
  { file: 'contract/sites.ts', imports: '#domain/sites.ts' },
  { file: 'server/platform/log.ts', imports: 'node:fs' },
  { file: 'server/platform/typed.ts', imports: '#db/types.ts' },
  { file: 'server/platform/context.ts', imports: '#server/config.ts' },
  { file: 'server/platform/db/pool.ts', imports: 'pg' },
  { file: 'server/platform/db/query.ts', imports: 'kysely' },
  { file: 'server/platform/storage/store.ts', imports: '../db/pool.ts' },
  { file: 'server/platform/media/size.ts', imports: '../storage/store.ts' },
  { file: 'server/platform/auth/people/queries.ts', imports: 'kysely' },
  { file: 'server/platform/http/request.ts', imports: '../context.ts' },
  { file: 'server/platform/outbox/queries.ts', imports: 'kysely' },
  { file: 'server/people/queries.ts', imports: 'kysely' },
  { file: 'server/people/service.ts', imports: './queries.ts' },
  { file: 'server/people/present.ts', imports: '#domain/sites.ts' },
  { file: 'server/projects/service.ts', imports: '../people/service.ts' },
  { file: 'server/projects/routes.ts', imports: '#contract/sites.ts' },
  { file: 'server/projects/jobs.ts', imports: '#server/platform/log.ts' },
  { file: 'server/projects/routes.test.ts', imports: '#test/site.ts' },
  { file: 'server/app.ts', imports: './projects/routes.ts' },
  { file: 'server/program.ts', imports: './app.ts' },
  {
    file: 'server/main.ts',
    imports: '#demo/seed/seed.ts',
    breaks: 'demo-test-e2e-bench-are-outside',
  },
  { file: 'demo/main.ts', imports: '#server/program.ts' },
  { file: 'demo/seed/seed.ts', imports: '#server/people/service.ts' },
  { file: 'demo/seed/visits.ts', imports: '#demo/flight/waypoints.ts' },
  { file: 'demo/flight/waypoints.ts', imports: '#domain/sites.ts' },
  { file: 'test/site.ts', imports: '#server/app.ts' },
  { file: 'web/lib/api.ts', imports: '#contract/sites.ts' },
  { file: 'web/ui/button.tsx', imports: 'react' },
  { file: 'web/maps/drawing/view.ts', imports: 'ol/Map.js' },
  { file: 'web/maps/drawing/way.ts', imports: '#web/lib/api.ts' },
  { file: 'web/files/gallery/list.tsx', imports: '#web/lib/api.ts' },
  { file: 'web/submissions/map.tsx', imports: '#web/maps/drawing/view.ts' },
  { file: 'web/areas/portal/page.tsx', imports: '#web/files/gallery/list.tsx' },
  { file: 'web/app.tsx', imports: '#web/areas/portal/page.tsx' },
  // Forbidden.
  { file: 'domain/up.ts', imports: '#contract/sites.ts', breaks: 'domain-imports-nothing-of-ours' },
  { file: 'domain/disk.ts', imports: 'node:fs', breaks: 'shared-code-runs-everywhere' },
  {
    file: 'contract/up.ts',
    imports: '#server/platform/log.ts',
    breaks: 'contract-imports-domain-only',
  },
  { file: 'db/types.ts', imports: '#domain/sites.ts', breaks: 'db-imports-nothing-of-ours' },
  {
    file: 'server/platform/up.ts',
    imports: '#server/people/service.ts',
    breaks: 'platform-knows-no-module',
  },
  {
    file: 'server/platform/sideways.ts',
    imports: '#contract/sites.ts',
    breaks: 'platform-knows-no-module',
  },
  {
    file: 'server/platform/storage/circle.ts',
    imports: '../media/size.ts',
    breaks: 'platform-has-an-order',
  },
  {
    file: 'server/platform/auth/whole.ts',
    imports: '../context.ts',
    breaks: 'platform-has-an-order',
  },
  {
    file: 'server/platform/settings.ts',
    imports: '#server/config.ts',
    value: true,
    breaks: 'settings-are-handed-in',
  },
  { file: 'server/projects/up.ts', imports: '#server/app.ts', breaks: 'module-imports' },
  {
    file: 'server/projects/inside.ts',
    imports: '../people/queries.ts',
    breaks: 'module-internals',
  },
  {
    file: 'server/maps/plans/queries.ts',
    imports: 'pg',
    breaks: 'driver-only-in-platform-db',
  },
  { file: 'server/maps/plans/service.ts', imports: 'kysely', breaks: 'sql-only-in-queries' },
  { file: 'server/platform/outbox/mailer.ts', imports: 'kysely', breaks: 'sql-only-in-queries' },
  {
    file: 'server/events/late.ts',
    imports: '../people/service.ts',
    breaks: 'modules-have-an-order',
  },
  {
    file: 'web/events/late.tsx',
    imports: '#web/files/gallery/list.tsx',
    breaks: 'modules-have-an-order',
  },
  { file: 'server/page.ts', imports: '#web/lib/api.ts', breaks: 'server-never-meets-web' },
  {
    file: 'server/tests-too.test.ts',
    imports: '#web/lib/api.ts',
    breaks: 'server-never-meets-web',
  },
  { file: 'web/lib/secret.ts', imports: '#server/config.ts', breaks: 'web-never-meets-server' },
  { file: 'web/lib/up.ts', imports: '#web/maps/drawing/view.ts', breaks: 'web-base-imports' },
  {
    file: 'web/maps/drawing/up.ts',
    imports: '#web/files/gallery/list.tsx',
    breaks: 'web-map-imports',
  },
  { file: 'web/maps/drawing/drawn.ts', imports: 'react', breaks: 'web-map-imports' },
  {
    file: 'web/files/gallery/drawn.tsx',
    imports: 'ol/Map.js',
    breaks: 'openlayers-only-in-map',
  },
  {
    file: 'web/files/viewer/up.tsx',
    imports: '#web/areas/portal/page.tsx',
    breaks: 'web-module-imports',
  },
  { file: 'web/areas/portal/demo.tsx', imports: '#demo/seed/seed.ts', breaks: 'web-area-imports' },
  { file: 'web/ui/fetches.tsx', imports: '#web/lib/api.ts', breaks: 'web-ui-fetches-nothing' },
  { file: 'web/ui/queries.tsx', imports: '@orpc/client', breaks: 'web-ui-fetches-nothing' },
  {
    file: 'server/seeded.ts',
    imports: '#demo/seed/seed.ts',
    breaks: 'demo-test-e2e-bench-are-outside',
  },
  {
    file: 'demo/flight/seeds.ts',
    imports: '#demo/seed/seed.ts',
    breaks: 'demo-folders-are-apart',
  },
  { file: 'server/lost.ts', imports: './nowhere.ts', breaks: 'not-to-unresolvable' },
  { file: 'server/alias-lost.ts', imports: '#domain/nowhere.ts', breaks: 'not-to-unresolvable' },
  { file: 'server/dev.ts', imports: 'vite', value: true, breaks: 'product-needs-no-dev-package' },
  { file: 'server/circle-a.ts', imports: './circle-b.ts', breaks: 'no-circular' },
  { file: 'server/circle-b.ts', imports: './circle-a.ts' },
];

let folder: string;
let found: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'overfly-rules-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
  for (const file of ['package.json', 'tsconfig.base.json', '.dependency-cruiser.mjs']) {
    await copyFile(join(ROOT, file), join(folder, file));
  }
  await plant('server/config.ts', '');
  for (const { file, imports, value } of TREE) {
    await plant(file, `export ${value ? '*' : 'type *'} from '${imports}';\n`);
  }
  found = await cruise();
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

test.each(TREE.filter((row) => row.breaks !== undefined))(
  '$file may not import $imports',
  ({ file, breaks }) => {
    expect(found).toContain(`${breaks}: ${file}`);
  },
);

test('no other import is forbidden', () => {
  const guilty = new Set(TREE.filter((row) => row.breaks !== undefined).map((row) => row.file));
  expect(found.filter((line) => !guilty.has(line.split(': ')[1] ?? ''))).toEqual([]);
});

async function plant(file: string, text: string): Promise<void> {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
}

/** Returns `rule: importing file`, once for each broken rule. */
async function cruise(): Promise<string[]> {
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const args = [program, '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const folders = ['domain', 'contract', 'db', 'server', 'web', 'demo', 'test'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, ...folders], {
    cwd: folder,
    maxBuffer: 64 * 1024 * 1024,
  });
  const report = JSON.parse(stdout) as {
    summary: { violations: { rule: { name: string }; from: string }[] };
  };
  return report.summary.violations.map(({ rule, from }) => `${rule.name}: ${from}`);
}
