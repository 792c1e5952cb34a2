import { migrate } from './migrate.ts';
import { refuseUnsuitableServer } from './server-check.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Prepares a database for the exchange: refuses an unsuitable server, then upgrades roles and tables to this version.
 *
 * @throws Error with sentences for the person who starts the server
 */
export async function prepareDatabase(settings: DatabaseSettings, options: { readonly live: boolean }): Promise<void> {
  await refuseUnsuitableServer(settings, options.live);
  await migrate(settings);
}
