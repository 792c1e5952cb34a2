import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import sparticuz from '@sparticuz/chromium';

const systemBrowsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Flags for a headless browser that runs as root and contacts only the venue. */
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
 * The Chromium to use: `CHROME_PATH`, else the one in the packages, which is the same everywhere and lighter than a
 * browser with windows, else the system's where the packages have none for this machine. The packaged one unpacks
 * itself to a fixed name in the temporary folder, so each version gets a folder of its own.
 */
export async function chromiumPath(): Promise<string> {
  const named = process.env['CHROME_PATH'];
  if (named !== undefined && named !== '') return named;
  const system = systemBrowsers.find((path) => existsSync(path));
  const isPackaged = process.platform === 'linux' && process.arch === 'x64';
  if (!isPackaged && system !== undefined) return system;
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

/** Launches a browser for programs that draw or print. The caller closes it. */
export async function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: chromiumFlags });
}
