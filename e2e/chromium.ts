import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Flags for a headless browser that runs as root and talks to nobody but the venue. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * The browser of the journeys: `CHROME_PATH`, else the system's Chromium, else the one that comes with the packages.
 * That one unpacks itself into the temporary folder under a fixed name, so that each version gets a folder of its own.
 */
export async function chromiumPath(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') return named;
  const system = systemBrowsers.find((path) => existsSync(path));
  if (system !== undefined) return system;
  const folder = join(tmpdir(), 'bourse-chromium-153');
  mkdirSync(folder, { recursive: true });
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    return await sparticuz.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** A browser for programs that draw or print; whoever opens it closes it. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags });
}
