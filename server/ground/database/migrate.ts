import { Kysely, PostgresDialect } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Client, Pool } from 'pg';
import { outliveLostSessions } from './connect.ts';
import type { Steps } from './migration.ts';
import { prepareRoles } from './roles.ts';
import type { Schema } from './schema.ts';
import { sessionName } from './sessions.ts';
import { describeDatabase, withSessionSettings } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';
import { recordEarlierSteps, recordingSteps, refuseChangedSteps } from './steps.ts';

const HISTORY = { schema: 'upgrade', table: 'migrations', lock: 'migrations_lock' };

/**
 * Upgrades a database to the schema of this version: roles, then all missing steps in one transaction under an advisory
 * lock. Runs no step if all have run.
 *
 * @returns the names of the steps that ran
 * @throws Error if the database was written by a newer version, if it has run a step with other statements, if steps
 * are missing while a core is running on it, or if a step fails; the database is unchanged then
 */
export async function migrate(settings: DatabaseSettings, migrations: Steps): Promise<string[]> {
  const session = withSessionSettings(settings, sessionName('migration'), { search_path: 'pg_catalog' });
  const client = new Client({ connectionString: session.url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const done = await migrationsDone(client);
    refuseNewerDatabase(settings, done, Object.keys(migrations));
    refuseOtherOrder(settings, done, Object.keys(migrations));
    await refuseChangedSteps(client, settings, migrations);
    if (done !== null) await recordEarlierSteps(client, done, migrations);
    const complete = done !== null && Object.keys(migrations).every((name) => done.includes(name));
    if (!complete) await refuseRunningCore(client);
    await prepareRoles(client, settings);
    if (complete) return [];
    await recordEarlierSteps(client, [], migrations);
  } finally {
    await client.end();
  }
  return runMigrations(session, migrations);
}

/** The names of the steps that this database has run; null if there is no history yet. */
async function migrationsDone(client: Client): Promise<string[] | null> {
  const table = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [
    `${HISTORY.schema}.${HISTORY.table}`,
  ]);
  if (table.rows[0]?.exists !== true) return null;
  const done = await client.query<{ name: string }>(
    `select name from ${HISTORY.schema}.${HISTORY.table} order by name`,
  );
  return done.rows.map((row) => row.name);
}

function refuseNewerDatabase(
  settings: DatabaseSettings,
  done: readonly string[] | null,
  known: readonly string[],
): void {
  const unknown = (done ?? []).filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  throw new Error(
    `The database ${describeDatabase(settings)} was written by a newer version (it has run ${unknown.join(', ')}); start that version, or restore a backup made before it.`,
  );
}

/**
 * Steps run in the order of their names. A missing step that precedes the last one run was added later, so it cannot be
 * run in order any more.
 */
function refuseOtherOrder(settings: DatabaseSettings, done: readonly string[] | null, known: readonly string[]): void {
  const last = done?.at(-1);
  if (done === null || last === undefined) return;
  const missing = known.filter((name) => name < last && !done.includes(name));
  if (missing.length === 0) return;
  throw new Error(
    `The database ${describeDatabase(settings)} was made by a version between releases (it has run ${last} without ${missing.join(', ')}) and cannot be upgraded; nothing in it was changed. Start that version, or begin with an empty database.`,
  );
}

/** Refuses to change the tables of a running core. */
async function refuseRunningCore(client: Client): Promise<void> {
  const found = await client.query<{ name: string }>(
    `select application_name as name from pg_stat_activity
     where datname = current_database() and application_name like 'bourse core %' limit 1`,
  );
  const name = found.rows[0]?.name;
  if (name === undefined) return;
  throw new Error(
    `The database has to be upgraded, but ${name.slice('bourse '.length)} is running on it; stop it first.`,
  );
}

async function runMigrations(session: DatabaseSettings, migrations: Steps): Promise<string[]> {
  const pool = new Pool({ connectionString: session.url, max: 1 });
  pool.on('error', () => undefined);
  outliveLostSessions(pool);
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    const { error, results = [] } = await new Migrator({
      db,
      provider: { getMigrations: () => Promise.resolve(recordingSteps(migrations)) },
      migrationTableSchema: HISTORY.schema,
      migrationTableName: HISTORY.table,
      migrationLockTableName: HISTORY.lock,
    }).migrateToLatest();
    if (error !== undefined) throw failure(error, results.find((result) => result.status === 'Error')?.migrationName);
    return results.map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

function failure(error: unknown, step: string | undefined): Error {
  const reason = error instanceof Error ? error.message : String(error);
  return new Error(`The database could not be upgraded${step === undefined ? '' : ` (step ${step})`}: ${reason}`, {
    cause: error,
  });
}
