import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { scratchFolder } from './scripts/scratch-folder.ts';

/** Node runs these rooms as they are, so their tests need nothing translated; the page is written for Vite. */
const asNodeRunsIt = { viteModuleRunner: false, nodeLoader: false } as const;

/**
 * Laws about the code base itself, pure rules and simulations, the page's rules, and whatever needs the real
 * PostgreSQL.
 */
export default defineConfig({
  test: {
    passWithNoTests: true,
    pool: 'forks',
    // Files share the programs that a process has loaded: loading them takes as long as the tests.
    isolate: false,
    // One processor is left out unless it is said; the process that hands out the files has next to nothing to do.
    maxWorkers: availableParallelism(),
    env: { TMPDIR: scratchFolder() },
    // What a test waits for comes when it comes; a busy machine is no failure.
    expect: { poll: { timeout: 15_000 } },
    testTimeout: 30_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: 'structure', include: ['scripts/**/*.test.ts'], experimental: asNodeRunsIt },
      },
      {
        extends: true,
        test: { name: 'unit', include: ['{engine,contract,bench}/**/*.test.ts'], experimental: asNodeRunsIt },
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
          globalSetup: ['server/database/test-postgres.ts'],
          experimental: asNodeRunsIt,
        },
      },
    ],
  },
});
