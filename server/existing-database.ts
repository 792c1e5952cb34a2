import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type DatabaseSettings, startBundledPostgres } from './database/index.ts';

/**
 * The database of an exchange that was started before and may be running, for a command beside it. A bundled PostgreSQL
 * is started for as long as the command takes, unless it runs already.
 *
 * @throws Error with a sentence when no exchange was ever started on the data folder
 */
export async function openExistingDatabase({
  database,
  dataFolder,
}: Config): Promise<{ readonly database: DatabaseSettings; readonly end: () => Promise<unknown> }> {
  if (database.kind === 'server') return { database: { url: database.url }, end: () => Promise.resolve() };
  if (!existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(`There is nothing there yet: no exchange has been started on ${dataFolder}.`);
  }
  const postgres = await startBundledPostgres({ dataFolder });
  return { database: postgres.settings, end: () => postgres.stop() };
}
