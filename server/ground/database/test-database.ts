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
  const session = new OwnerSession(withDatabase(maintenance, name));
  return {
    settings: session.settings,
    query: async <Row extends object>(text: string, values: readonly unknown[] = []) =>
      session.query<Row>(text, values),
    copy: async () => {
      await session.end();
      return createDatabase(name);
    },
    drop: async () => {
      await session.end();
      await run(maintenance, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Runs the statements of the owner on one session, and those that it has no time for on sessions of their own. */
class OwnerSession {
  readonly settings: DatabaseSettings;
  #idle: Client | null = null;

  constructor(settings: DatabaseSettings) {
    this.settings = settings;
  }

  async query<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]> {
    const client = this.#idle ?? (await this.#connect());
    this.#idle = null;
    try {
      const { rows } = await client.query<Row>(text, [...values]);
      await this.#keep(client);
      return rows;
    } catch (error) {
      await client.end();
      throw error;
    }
  }

  async end(): Promise<void> {
    const client = this.#idle;
    this.#idle = null;
    await client?.end();
  }

  async #keep(client: Client): Promise<void> {
    if (this.#idle === null) this.#idle = client;
    else await client.end();
  }

  async #connect(): Promise<Client> {
    const client = new Client({ connectionString: this.settings.url });
    client.on('error', () => {
      if (this.#idle === client) this.#idle = null;
    });
    await client.connect();
    return client;
  }
}

async function run(settings: DatabaseSettings, text: string): Promise<void> {
  const client = new Client({ connectionString: settings.url });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
