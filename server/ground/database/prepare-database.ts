import { applyGrants } from './grants.ts';
import { refuseUnsafeLogins } from './login-check.ts';
import { migrate } from './migrate.ts';
import { refuseUnsuitableServer } from './server-check.ts';
import type { DatabaseSettings } from './settings.ts';
import type { Stored } from './stored.ts';

/**
 * Prepares a database for the exchange: refuses an unsuitable server, upgrades roles and tables to this version, and
 * gives every login its declared privileges. Afterwards no session of the owner is open.
 *
 * @throws Error with sentences for the person who starts the server
 */
export async function prepareDatabase(
  settings: DatabaseSettings,
  { live, stored }: { readonly live: boolean; readonly stored: Required<Stored> },
): Promise<void> {
  await refuseUnsuitableServer(settings, live);
  await migrate(settings, stored.migrations);
  await applyGrants(settings, stored.tables);
  if (live) await refuseUnsafeLogins(settings);
}
