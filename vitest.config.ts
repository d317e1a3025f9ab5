import { defineConfig } from 'vitest/config';

const outside = ['node_modules/**', 'dist/**', 'data/**', 'e2e/**'];

/**
 * A test that needs a database is named *.db.test.ts. All run on a PostgreSQL server; on the embedded
 * one those of the platform, where the two can differ, and the tables that call every operation.
 */
function withDatabase(kind: 'embedded' | 'server', include: string[]) {
  return {
    extends: true as const,
    test: {
      name: kind,
      include,
      exclude: outside,
      env: { DATABASE_KIND: kind },
      testTimeout: 30_000,
      hookTimeout: 60_000,
    },
  };
}

export default defineConfig({
  test: {
    pool: 'forks',
    maxWorkers: 2,
    // Loading the product costs more than most files take: a worker loads it once for all its files.
    isolate: false,
    allowOnly: false,
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...outside, '**/*.db.test.ts'],
          testTimeout: 30_000,
        },
      },
      withDatabase('embedded', ['server/*.db.test.ts', '{server/platform,test}/**/*.db.test.ts']),
      withDatabase('server', ['**/*.db.test.ts']),
    ],
  },
});
