import { globSync, readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { defineConfig } from 'vitest/config';

const OUTSIDE = ['node_modules/**', 'dist/**', 'data/**', 'demo/renderer/**', 'e2e/**'];
const DATABASE_TESTS = '**/*.db.test.ts';
/** Tests of the embedded database itself. */
const EMBEDDED_TESTS = 'server/platform/db/embedded/*.test.ts';

/** Tests that need several processes on one server, or don't depend on the kind of database. */
const SERVER_TESTS = 'test/faults/{several-processes,map-kill,map-build-kill}.db.test.ts';

/** Files with mocked modules need a process of their own, because later files would get the mocks. */
const MOCKING_TESTS = globSync('{web,server,domain,demo,scripts,test}/**/*.test.{ts,tsx}').filter(
  (file) => readFileSync(file, 'utf8').includes('vi.mock('),
);

/**
 * Two projects: in `name`, files share a process, because loading the product takes longer than running most files;
 * `name-isolated` is for files with mocked modules.
 */
function projects(name: string, include: string[], exclude: string[], options: object) {
  const base = { include, testTimeout: 30_000, ...options };
  const shared = {
    ...base,
    name,
    isolate: false,
    exclude: [...OUTSIDE, ...exclude, ...MOCKING_TESTS],
  };
  const isIn = (file: string, patterns: string[]) =>
    patterns.some((pattern) => matchesGlob(file, pattern));
  const mocking = MOCKING_TESTS.filter((file) => isIn(file, include) && !isIn(file, exclude));
  const isolated = { ...base, name: `${name}-isolated`, include: mocking };
  return [shared, isolated]
    .filter((test) => test.include.length > 0)
    .map((test) => ({ extends: true as const, test }));
}

/**
 * Tests that need a database are named *.db.test.ts. All run on a PostgreSQL server. The embedded database runs only
 * tests of its differences (engine, single connection) and one call of each operation.
 */
const withDatabase = (kind: 'embedded' | 'server', include: string[], exclude: string[] = []) =>
  projects(kind, include, exclude, { env: { DATABASE_KIND: kind }, hookTimeout: 60_000 });

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 3,
    allowOnly: false,
    retry: process.env['CI'] ? 1 : 0,
    restoreMocks: true,
    // Longer than the default, because `npm test` shows only the messages of failed tests.
    chaiConfig: { truncateThreshold: 2000 },
    projects: [
      ...projects('unit', ['**/*.test.{ts,tsx}'], [DATABASE_TESTS, EMBEDDED_TESTS], {}),
      ...withDatabase(
        'embedded',
        [
          EMBEDDED_TESTS,
          'server/*.db.test.ts',
          'server/platform/{db,limit,queue}/**/*.db.test.ts',
          'scripts/schema/*.db.test.ts',
          'test/**/*.db.test.ts',
        ],
        [SERVER_TESTS],
      ),
      ...withDatabase('server', [DATABASE_TESTS]),
    ],
  },
});
