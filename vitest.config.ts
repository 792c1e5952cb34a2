import { defineConfig } from 'vitest/config';

/**
 * Four kinds of tests, which `npm test` runs one after the other: laws about the code base itself, pure rules and
 * simulations, and whatever needs the real PostgreSQL.
 */
export default defineConfig({
  test: {
    passWithNoTests: true,
    pool: 'forks',
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'structure', include: ['scripts/**/*.test.ts'] },
      },
      {
        extends: true,
        test: { name: 'unit', include: ['{engine,contract,web,bench}/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/database/test-postgres.ts'],
        },
      },
    ],
  },
});
