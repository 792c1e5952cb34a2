import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { type DatabaseSettings, startBundledPostgres } from '../ground/database/index.ts';

/**
 * Opens the database of an existing exchange, which may be running, for a command-line tool. A bundled PostgreSQL is
 * started for the duration of the command unless it is already running.
 *
 * @throws Error with a printable message if no exchange was ever started on the data folder
 */
export async function openExistingDatabase({
  database,
  dataFolder,
}: Config): Promise<{ readonly database: DatabaseSettings; readonly end: () => Promise<unknown> }> {
  if (database.kind === 'server') return { database, end: () => Promise.resolve() };
  if (!existsSync(join(dataFolder, 'postgres'))) {
    throw new Error(`No exchange has been started on ${dataFolder} yet.`);
  }
  const postgres = await startBundledPostgres({ dataFolder });
  return { database: postgres.settings, end: () => postgres.stop() };
}
