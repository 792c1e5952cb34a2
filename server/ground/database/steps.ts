import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Client } from 'pg';
import type { Steps } from './migration.ts';
import { describeDatabase } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/**
 * Refuses a database that has run a step with other statements than this program contains: its tables may differ from
 * those that the program expects.
 *
 * @throws Error naming the steps
 */
export async function refuseChangedSteps(client: Client, settings: DatabaseSettings, steps: Steps): Promise<void> {
  const recorded = await recordedSteps(client);
  const changed = Object.entries(steps).filter(([name, { sha256 }]) => (recorded.get(name) ?? sha256) !== sha256);
  if (changed.length === 0) return;
  const names = changed.map(([name, { sha256 }]) => `${name} (sha256 ${recorded.get(name)} there, ${sha256} here)`);
  throw new Error(
    `The database ${describeDatabase(settings)} has run other statements than this version contains for ${names.join(', ')}; nothing in it was changed. A released step must not change: start the version that made this database, or correct the step.`,
  );
}

/**
 * Creates the table of checksums if it is missing, and records those of steps that an earlier version ran without
 * recording them.
 */
export async function recordEarlierSteps(client: Client, done: readonly string[], steps: Steps): Promise<void> {
  const recorded = await recordedSteps(client);
  const missing = done.flatMap((name) => {
    const step = steps[name];
    return step === undefined || recorded.has(name) ? [] : [[name, step.sha256] as const];
  });
  if (missing.length === 0 && recorded.size > 0) return;
  await client.query('begin');
  // Two processes that create the table at the same moment would both fail.
  await client.query('select pg_advisory_xact_lock($1, $2)', [...LOCK]);
  await client.query(`create table if not exists upgrade.steps (
    name text primary key, sha256 text not null, recorded_at timestamptz not null default now()
  )`);
  for (const step of missing) {
    await client.query('insert into upgrade.steps (name, sha256) values ($1, $2) on conflict do nothing', [...step]);
  }
  await client.query('commit');
}

/** The steps, each of which records its checksum in its own transaction. */
export function recordingSteps(steps: Steps): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(steps).map(([name, step]): [string, Migration] => [
      name,
      {
        up: async (db) => {
          await step.up(db);
          await sql`insert into upgrade.steps (name, sha256) values (${name}, ${step.sha256})`.execute(db);
        },
      },
    ]),
  );
}

async function recordedSteps(client: Client): Promise<ReadonlyMap<string, string>> {
  const table = await client.query<{ exists: boolean }>(`select to_regclass('upgrade.steps') is not null as exists`);
  if (table.rows[0]?.exists !== true) return new Map();
  const found = await client.query<{ name: string; sha256: string }>('select name, sha256 from upgrade.steps');
  return new Map(found.rows.map(({ name, sha256 }) => [name, sha256]));
}

const LOCK = [0x626f7572, 0x73650002] as const;
