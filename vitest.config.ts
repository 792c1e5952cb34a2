import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scratchFolder } from './scripts/scratch-folder.ts';

/** Node runs these packages directly, so their tests need no transformation; the page's code requires Vite. */
const asNodeRunsIt = { viteModuleRunner: false, nodeLoader: false } as const;

/**
 * The projects: laws about the code base, pure rules and simulations, rules of the page, and tests that need a real
 * PostgreSQL.
 */
export default defineConfig({
  test: {
    passWithNoTests: true,
    pool: 'forks',
    // Test files of a process share loaded modules: loading them takes as long as the tests themselves.
    isolate: false,
    // Tests wait for databases, processes and timers about half of the time.
    maxWorkers: availableParallelism() + 1,
    env: { TMPDIR: scratchFolder() },
    // Limits that end a hanging test only: beside twenty busy processes a simulation of two seconds takes over thirty.
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      {
        extends: true,
        test: { name: 'structure', include: ['scripts/**/*.test.ts'], experimental: asNodeRunsIt },
      },
      {
        extends: true,
        test: { name: 'unit', include: ['{engine,contract,signer,bench}/**/*.test.ts'], experimental: asNodeRunsIt },
      },
      {
        extends: true,
        test: { name: 'unit-page', include: ['web/**/*.test.{ts,tsx}'] },
      },
      {
        extends: true,
        test: {
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/ground/database/test-postgres.ts'],
          experimental: asNodeRunsIt,
        },
      },
    ],
  },
});
