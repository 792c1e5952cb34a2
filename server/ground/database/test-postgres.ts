import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { startBundledPostgres } from './bundled-postgres.ts';
import { applyGrants } from './grants.ts';
import { migrate } from './migrate.ts';
import { isLivingPostmaster, processExists, readPostmasterFile } from './postmaster-file.ts';
import { withDatabase } from './settings.ts';
import type { DatabaseSettings } from './settings.ts';
import { stored } from '../../venue/stored.ts';
import { testFolderPrefix } from './testing/test-folders.ts';

/** The server shared by a test run, and the migrated template from which each test's database is cloned. */
export interface TestPostgres {
  readonly maintenance: DatabaseSettings;
  readonly template: string;
  /**
   * How databases are cloned: by copying files on the bundled server, which does not sync to disk, otherwise through
   * the write-ahead log.
   */
  readonly strategy: 'file_copy' | 'wal_log';
}

declare module 'vitest' {
  interface ProvidedContext {
    testPostgres: TestPostgres;
  }
}

/**
 * Called by Vitest before the tests that need a database: uses the server at `DATABASE_URL`, or starts a bundled one
 * for this run. The returned function is called after the last test.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer(project.config.env['TMPDIR'] ?? tmpdir());
  const template = `bourse_template_${process.pid}_${randomBytes(4).toString('hex')}`;
  await execute(server.maintenance, `create database ${template}`);
  await migrate(withDatabase(server.maintenance, template), stored.migrations);
  await applyGrants(withDatabase(server.maintenance, template), stored.tables);
  const strategy = server.isBundled ? 'file_copy' : 'wal_log';
  project.provide('testPostgres', { maintenance: server.maintenance, template, strategy });
  return async () => {
    await execute(server.maintenance, `drop database ${template} with (force)`);
    await server.stop();
  };
}

interface TestServer {
  readonly maintenance: DatabaseSettings;
  readonly isBundled: boolean;
  readonly stop: () => Promise<void>;
}

async function startServer(scratchFolder: string): Promise<TestServer> {
  const url = process.env['DATABASE_URL'];
  if (url !== undefined && url !== '') return { maintenance: { url }, isBundled: false, stop: () => Promise.resolve() };
  removeAbandoned(scratchFolder);
  const folder = mkdtempSync(join(scratchFolder, `${testFolderPrefix}${process.pid}-`));
  const postgres = await startBundledPostgres({
    dataFolder: folder,
    // No data here has to survive a crash, and every test gets its own database, so speed matters. Each exchange of a
    // test has up to forty sessions.
    serverSettings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '600' },
  });
  return {
    maintenance: withDatabase(postgres.settings, 'postgres'),
    isBundled: true,
    stop: async () => {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Stops and removes the servers of test runs that were killed. */
function removeAbandoned(scratchFolder: string): void {
  for (const name of readdirSync(scratchFolder).filter((entry) => entry.startsWith(testFolderPrefix))) {
    const owner = Number(name.slice(testFolderPrefix.length).split('-')[0]);
    if (processExists(owner)) continue;
    const folder = join(scratchFolder, name);
    const clusterFolder = join(folder, 'postgres');
    const file = readPostmasterFile(clusterFolder);
    if (file !== null && isLivingPostmaster(file.pid, clusterFolder)) process.kill(file.pid, 'SIGQUIT');
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}

async function execute(settings: DatabaseSettings, statement: string): Promise<void> {
  const client = new Client({ connectionString: settings.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
