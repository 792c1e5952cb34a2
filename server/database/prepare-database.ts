import { migrate } from './migrate.ts';
import { refuseUnsuitableServer } from './server-check.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Makes a database ready for the exchange: refuses a server that cannot be trusted, then brings roles and tables to
 * this version.
 *
 * @throws Error in sentences for the person who starts the server
 */
export async function prepareDatabase(settings: DatabaseSettings, options: { readonly live: boolean }): Promise<void> {
  await refuseUnsuitableServer(settings, options.live);
  await migrate(settings);
}
