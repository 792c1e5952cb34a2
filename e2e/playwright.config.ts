import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { scratchFolder } from '../scripts/scratch-folder.ts';
import { chromiumFlags, chromiumPath } from './chromium.ts';
import { prepareVenuesOnce } from './prepared-venues.ts';

// Chosen before the workers start, so that they share one seed.
process.env['SEED'] ??= String(Date.now() % 1_000_000);
// The workers have another temporary folder, so they are given the path of the unpacked browser.
const executablePath = await chromiumPath();
process.env['CHROME_PATH'] = executablePath;
process.env['TMPDIR'] = scratchFolder();
prepareVenuesOnce();

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  // Each worker runs an exchange and a browser, which are idle about half of the time.
  workers: Math.min(availableParallelism() + 1, 4),
  retries: 0,
  // These limits only end journeys that hang; a busy machine must not fail one.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  outputDir: 'test-results',
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args: chromiumFlags },
    screenshot: 'only-on-failure',
  },
});
