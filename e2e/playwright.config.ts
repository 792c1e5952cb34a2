import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scratchFolder } from '../scripts/scratch-folder.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { prepareVenuesOnce } from './prepared-venues.ts';

// Chosen once, before the workers are started, so that all of them draw from the same seed.
process.env['SEED'] ??= String(Date.now() % 1_000_000);
// The browser lies where it was unpacked once; the workers, which have another temporary folder, are told where.
const executablePath = await chromiumPath();
process.env['CHROME_PATH'] = executablePath;
process.env['TMPDIR'] = scratchFolder();
prepareVenuesOnce();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Each runs a whole exchange and a browser, which wait for one another about half of the time.
  workers: Math.min(availableParallelism(), 4),
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args: chromiumFlags },
    screenshot: 'only-on-failure',
  },
});
