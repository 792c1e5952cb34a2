import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { BUNDLED_SUPERUSER, prepareCluster } from './postgres-cluster.ts';
import { ownerPassword, requirePasswords, trustsLogins } from './owner-password.ts';
import { isLivingPostmaster, readPostmasterFile } from './postmaster-file.ts';
import { Postmaster } from './postmaster.ts';
import { makeSocketFolder } from './postgres-socket.ts';
import { keepAlive } from './postgres-watch.ts';
import type { PostgresState, PostgresWatch } from './postgres-watch.ts';
import { databaseName, withDatabase } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';
import { otherBourseSessions } from './sessions.ts';

export interface BundledPostgresOptions {
  /** The folder of all data of the exchange. */
  readonly dataFolder: string;
  /** The database to create and to use in the settings. */
  readonly database?: string;
  /** Additional server settings, for example `fsync: 'off'` in tests. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Receives sentences for the log. */
  readonly log?: (message: string) => void;
}

/** A running bundled PostgreSQL, which is restarted when it dies. */
export interface BundledPostgres {
  readonly settings: DatabaseSettings;
  /** Current process id of the postmaster. */
  readonly pid: number;
  /** Registers a listener for the server going down and coming back. */
  readonly onChange: (listener: (state: PostgresState) => void) => void;
  /** Stops PostgreSQL unless another Bourse process still uses it, and stops watching it. */
  readonly stop: () => Promise<'stopped' | 'left_running'>;
}

/**
 * Starts the bundled PostgreSQL on the given folder or reuses the one running there (it deliberately survives a killed
 * server), creates the database if it is missing, and restarts PostgreSQL whenever it dies.
 *
 * @throws Error with the end of PostgreSQL's log if it cannot be started
 */
export async function startBundledPostgres(options: BundledPostgresOptions): Promise<BundledPostgres> {
  const log = options.log ?? (() => undefined);
  const clusterFolder = join(resolve(options.dataFolder), 'postgres');
  const binaries = findPostgresBinaries();
  const user = await prepareCluster(clusterFolder, binaries);
  const reusable = reusableSocketFolder(clusterFolder);
  const socketFolder = process.platform === 'win32' ? null : (reusable ?? makeSocketFolder(clusterFolder, user));
  const postmaster = new Postmaster({
    clusterFolder,
    socketFolder,
    binaries,
    user,
    password: ownerPassword(clusterFolder),
    superuser: BUNDLED_SUPERUSER,
    serverSettings: options.serverSettings ?? {},
  });
  const outcome = await postmaster.ensureRunning();
  log(`PostgreSQL ${outcome.reused ? 'was running and is reused' : 'started'} (process ${outcome.pid}).`);
  if (trustsLogins(clusterFolder)) await requirePasswords(clusterFolder, postmaster.settings());
  const settings = withDatabase(postmaster.settings(), options.database ?? 'bourse');
  await makeDatabase(postmaster.settings(), databaseName(settings));
  const watch = keepAlive(postmaster, log);
  return {
    settings,
    get pid() {
      return postmaster.pid;
    },
    onChange: watch.onChange,
    stop: () => stopUnlessUsed(postmaster, watch, log),
  };
}

/** The socket folder of a running postmaster, which need not be the one that this process would choose. */
function reusableSocketFolder(clusterFolder: string): string | null {
  const file = readPostmasterFile(clusterFolder);
  return file !== null && isLivingPostmaster(file.pid, clusterFolder) ? file.socketFolder : null;
}

async function makeDatabase(maintenance: DatabaseSettings, name: string): Promise<void> {
  const client = new Client({ connectionString: maintenance.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  } catch (error) {
    // Another process may have created it at the same moment.
    if (!isDuplicateDatabase(error)) throw error;
  } finally {
    await client.end();
  }
}

function isDuplicateDatabase(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '42P04' || error.code === '23505');
}

async function stopUnlessUsed(
  postmaster: Postmaster,
  watch: PostgresWatch,
  log: (message: string) => void,
): Promise<'stopped' | 'left_running'> {
  await watch.end();
  const others = await otherBourseSessions(postmaster.settings());
  if (others.length > 0) {
    log(`PostgreSQL is left running for ${others.join(', ')}.`);
    return 'left_running';
  }
  await postmaster.stop();
  log('PostgreSQL stopped.');
  return 'stopped';
}
