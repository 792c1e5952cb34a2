import { capabilities } from './capabilities.ts';
import { type Foundation, withLogin } from './capability.ts';
import { VenueChains } from '../custody/chains/index.ts';
import { LiveDialog } from '../people/content/index.ts';
import {
  openAppDatabase,
  openAppPool,
  openCustodyPool,
  openIdentityPool,
  prepareDatabase,
} from '../ground/database/index.ts';
import { type Ending, unlessAborted } from '../ground/endings.ts';
import { LiveSettings, siteDefaultsOf } from '../people/identity/index.ts';
import { boxesOf } from '../ground/secrets/index.ts';
import { SecurityLog } from '../ground/security-log/index.ts';
import { openSecrets } from './open-secrets.ts';
import { stored } from './stored.ts';
import type { VenueOptions } from './venue-options.ts';

/**
 * Prepares the database, connects every login, and opens what exists before the exchange: settings, secrets, and the
 * data that capabilities write at a start.
 *
 * @throws Error with sentences for the person who starts the server
 */
export async function openFoundation(
  options: VenueOptions,
  signal: AbortSignal,
  endings: Ending[],
): Promise<Foundation> {
  const { config, database: settingsOfDatabase, front, log, now = Date.now } = options;
  const demo = config.mode === 'demo';
  await prepareDatabase(settingsOfDatabase, { live: !demo, stored });
  signal.throwIfAborted();
  // The error refers to the whole session with its settings, of which the log needs nothing.
  const onLost = (error: Error): void =>
    log.warn({ reason: error.message, code: codeOf(error) }, 'a database connection was lost');
  const { sessionsPerLogin } = options;
  const pool = { onLost, ...(sessionsPerLogin === undefined ? {} : { max: sessionsPerLogin }) };
  const database = openAppPool(settingsOfDatabase, pool);
  const db = openAppDatabase(database);
  endings.push(() => db.destroy());
  const custodyDb = openAppDatabase(openCustodyPool(settingsOfDatabase, pool));
  endings.push(() => custodyDb.destroy());
  const identityDb = openAppDatabase(openIdentityPool(settingsOfDatabase, pool));
  endings.push(() => identityDb.destroy());
  const secrets = await openSecrets(identityDb, options.secret, settingsOfDatabase);
  // Tests that set `now` control both clocks.
  const elapsed = options.elapsed ?? options.now ?? (() => performance.now());
  const securityLog = new SecurityLog({ log, elapsed });
  endings.push(() => Promise.resolve(securityLog.stop()));
  const dialog = await LiveDialog.open(db);
  const liveSettings = await LiveSettings.open(db, siteDefaultsOf(demo));
  const foundation: Foundation = {
    demo,
    simulatedMarket: config.simulator,
    indexFile: config.indexFile ?? null,
    database,
    db,
    custodyDb,
    identityDb,
    settings: liveSettings.now,
    liveSettings,
    dialog,
    boxFor: boxesOf(secrets),
    secrets,
    chains: new VenueChains(custodyDb),
    now,
    elapsed,
    log,
    securityLog,
    // Requests that are refused during the start get the same explanation as the operator.
    progress: (sentence) => {
      front.explain(sentence);
      options.progress?.(sentence);
    },
  };
  for (const capability of capabilities) {
    const prepared = capability.prepare?.(withLogin(capability, foundation));
    if (prepared !== undefined) await unlessAborted(prepared, signal);
  }
  // After the articles that come with the software.
  await dialog.reload();
  return foundation;
}

function codeOf(error: Error): string | null {
  return 'code' in error && typeof error.code === 'string' ? error.code : null;
}
