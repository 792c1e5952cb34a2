import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { inject } from 'vitest';
import { withDatabase } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';

/** A migrated, empty database for one test. */
export interface TestDatabase {
  /** Connects as the owner. */
  readonly settings: DatabaseSettings;
  /** Runs statements as the owner, to inspect the results of a test. */
  readonly query: <Row extends object>(text: string, values?: readonly unknown[]) => Promise<Row[]>;
  /** Creates a database with the same contents, for tests that share a slow preparation. It must not have sessions. */
  readonly copy: () => Promise<TestDatabase>;
  /** Ends all its sessions and drops it. */
  readonly drop: () => Promise<void>;
}

/** Creates a database for one test in a few dozen milliseconds. The test has to drop it. */
export async function createTestDatabase(): Promise<TestDatabase> {
  return createDatabase(inject('testPostgres').template);
}

/** Creates a database without any schema of ours, for tests of migrations. */
export async function createEmptyDatabase(): Promise<TestDatabase> {
  return createDatabase('template0');
}

async function createDatabase(template: string): Promise<TestDatabase> {
  const { maintenance, strategy } = inject('testPostgres');
  const name = `bourse_test_${process.pid}_${randomBytes(6).toString('hex')}`;
  await run(maintenance, `create database ${name} template ${template} strategy ${strategy}`);
  const settings = withDatabase(maintenance, name);
  return {
    settings,
    query: <Row extends object>(text: string, values: readonly unknown[] = []) => run<Row>(settings, text, values),
    copy: async () => createDatabase(name),
    drop: async () => {
      await run(maintenance, `drop database if exists ${name} with (force)`);
    },
  };
}

async function run<Row extends object>(
  settings: DatabaseSettings,
  text: string,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const client = new Client({ connectionString: settings.url });
  await client.connect();
  try {
    const result = await client.query<Row>(text, [...values]);
    return result.rows;
  } finally {
    await client.end();
  }
}
