import { defineConfig } from 'vitest/config';

const outside = ['node_modules/**', 'dist/**', 'data/**', 'e2e/**'];

/** A test that needs a database is named *.db.test.ts and runs on both kinds; see ARCHITECTURE.md. */
function withDatabase(kind: 'embedded' | 'server') {
  return {
    extends: true as const,
    test: {
      name: kind,
      include: ['**/*.db.test.ts'],
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
      withDatabase('embedded'),
      withDatabase('server'),
    ],
  },
});
