import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Venue } from './venue.ts';

const root = join(import.meta.dirname, '..');

/** The address of the console, which the server prints after that of the page. */
export async function consoleOf(venue: Venue): Promise<string> {
  const [, address = ''] = await venue.printed(/operators' console is at (http:\S+)/);
  return address;
}

/** Runs `npm run operator -- …` beside the server and returns what it prints. */
export async function operator(venue: Venue, ...words: readonly string[]): Promise<string> {
  const settings = { DATA_DIR: venue.dataDir, DATABASE_URL: venue.databaseUrl ?? '', MODE: 'demo' };
  const program = join(root, 'server/venue/manage-operators.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], {
    env: { ...process.env, ...settings },
  });
  return stdout;
}
