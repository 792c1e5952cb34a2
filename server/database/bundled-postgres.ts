import { join, resolve } from 'node:path';
import { Client } from 'pg';
import { findPostgresBinaries } from './postgres-binaries.ts';
import { BUNDLED_SUPERUSER, prepareCluster, readClusterPassword } from './postgres-cluster.ts';
import { isLivingPostmaster, readPostmasterFile } from './postmaster-file.ts';
import { Postmaster } from './postmaster.ts';
import { makeSocketFolder } from './postgres-socket.ts';
import { keepAlive } from './postgres-watch.ts';
import type { PostgresState, PostgresWatch } from './postgres-watch.ts';
import { databaseName, withDatabase } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';
import { otherBourseSessions } from './sessions.ts';

export interface BundledPostgresOptions {
  /** The folder that holds everything the exchange stores. */
  readonly dataFolder: string;
  /** Database to make and to point the settings at. */
  readonly database?: string;
  /** Server settings beyond our own, for instance `fsync: 'off'` in tests. */
  readonly serverSettings?: Readonly<Record<string, string>>;
  /** Receives a sentence for each thing worth a line in the log. */
  readonly log?: (message: string) => void;
}

/** A running bundled PostgreSQL, kept running until it is stopped. */
export interface BundledPostgres {
  readonly settings: DatabaseSettings;
  /** Process id of the postmaster as of now. */
  readonly pid: number;
  /** Tells when the server went down and when it is back. */
  readonly onChange: (listener: (state: PostgresState) => void) => void;
  /** Stops PostgreSQL, unless another Bourse process still uses it, and ends the watch. */
  readonly stop: () => Promise<'stopped' | 'left_running'>;
}

/**
 * Starts the PostgreSQL that comes with the project on the given folder, or takes over the one that is alive there
 * (it survives a killed server on purpose), makes the database if it is missing, and starts it again whenever it dies.
 *
 * @throws Error in plain words, with the end of PostgreSQL's log, when it cannot be started
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
    password: process.platform === 'win32' ? readClusterPassword(clusterFolder) : null,
    superuser: BUNDLED_SUPERUSER,
    serverSettings: options.serverSettings ?? {},
  });
  const outcome = await postmaster.ensureRunning();
  log(`PostgreSQL ${outcome.reused ? 'was running and is reused' : 'started'} (process ${outcome.pid}).`);
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

/** A living postmaster stays where it listens, whatever folder this process would have chosen. */
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
    // Two processes may find it missing at the same moment; one of them makes it.
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
