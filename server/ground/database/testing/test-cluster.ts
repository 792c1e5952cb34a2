import { appendFileSync, copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { vi } from 'vitest';
import { ownerPassword, passwordFile } from '../owner-password.ts';
import { findPostgresBinaries } from '../postgres-binaries.ts';
import { BUNDLED_SUPERUSER, prepareCluster } from '../postgres-cluster.ts';
import { makeSocketFolder, SOCKET_PORT } from '../postgres-socket.ts';
import { Postmaster } from '../postmaster.ts';
import { withDatabase } from '../settings.ts';
import type { DatabaseSettings } from '../settings.ts';
import { testFolderPrefix } from './test-folders.ts';

/** A PostgreSQL server of a test, primary or standby, on a unix socket. Writes to disk as in production. */
export class TestCluster {
  readonly #folder: string;
  readonly #socketFolder: string;
  readonly #postmaster: Postmaster;

  private constructor(folder: string, socketFolder: string, postmaster: Postmaster) {
    this.#folder = folder;
    this.#socketFolder = socketFolder;
    this.#postmaster = postmaster;
  }

  /** Creates and starts a primary with an empty database. */
  static async create(): Promise<TestCluster> {
    const cluster = await TestCluster.#start(newFolder());
    await cluster.query('create database bourse', 'postgres');
    return cluster;
  }

  /** Copies this stopped server and starts the copy as its standby; this one is started again. */
  async withStandby(): Promise<TestCluster> {
    await this.#postmaster.stop();
    const folder = newFolder();
    // Preserves the folder modes that PostgreSQL requires.
    await cp(clusterFolderOf(this.#folder), clusterFolderOf(folder), { recursive: true });
    copyFileSync(passwordFile(clusterFolderOf(this.#folder)), passwordFile(clusterFolderOf(folder)));
    writeFileSync(join(clusterFolderOf(folder), 'standby.signal'), '');
    appendFileSync(
      join(clusterFolderOf(folder), 'postgresql.auto.conf'),
      `primary_conninfo = '${this.#address()}'\nsynchronous_standby_names = ''\n`,
    );
    await this.#postmaster.ensureRunning();
    return TestCluster.#start(folder);
  }

  static async #start(folder: string): Promise<TestCluster> {
    const clusterFolder = clusterFolderOf(folder);
    const binaries = findPostgresBinaries();
    const user = await prepareCluster(clusterFolder, binaries);
    // A standby logs in on the private socket without a password.
    appendFileSync(join(clusterFolder, 'pg_hba.conf'), 'local replication all trust\n');
    const socketFolder = makeSocketFolder(clusterFolder, user);
    const serverSettings = { shared_buffers: '16MB', wal_retrieve_retry_interval: '50ms' };
    const server = { clusterFolder, socketFolder, binaries, user, serverSettings };
    const postmaster = new Postmaster({
      ...server,
      superuser: BUNDLED_SUPERUSER,
      password: ownerPassword(clusterFolder),
    });
    await postmaster.ensureRunning();
    return new TestCluster(folder, socketFolder, postmaster);
  }

  get settings(): DatabaseSettings {
    return withDatabase(this.#postmaster.settings(), 'bourse');
  }

  async query<Row extends object>(text: string, database = 'bourse'): Promise<Row[]> {
    const client = new Client({ connectionString: withDatabase(this.#postmaster.settings(), database).url });
    await client.connect();
    try {
      const answer = await client.query<Row>(text);
      return answer.rows;
    } finally {
      await client.end();
    }
  }

  /** Makes commits wait for the standby. */
  async waitForStandby(): Promise<void> {
    await this.query(`alter system set synchronous_standby_names = '*'`);
    await this.query('select pg_reload_conf()');
    await this.#becomes('select sync_state as state from pg_stat_replication', ['sync']);
  }

  /** Makes this standby receive the log of the primary, or with null nothing more. */
  async follow(primary: TestCluster | null): Promise<void> {
    await this.query(`alter system set primary_conninfo = '${primary === null ? '' : primary.#address()}'`);
    await this.query('select pg_reload_conf()');
    await this.#becomes('select status as state from pg_stat_wal_receiver', primary === null ? [] : ['streaming']);
  }

  async promote(): Promise<void> {
    await this.query('select pg_promote()');
  }

  /** Ends all processes of the server at once, as a crash does. */
  async crash(): Promise<void> {
    process.kill(this.#postmaster.pid, 'SIGQUIT');
    await vi.waitUntil(() => !this.#postmaster.isAlive(), patience);
  }

  async remove(): Promise<void> {
    await this.#postmaster.stop();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }

  async #becomes(question: string, states: readonly string[]): Promise<void> {
    await vi.waitUntil(async () => {
      const rows = await this.query<{ state: string }>(question);
      return rows.map(({ state }) => state).join() === states.join();
    }, patience);
  }

  #address(): string {
    return `host=${this.#socketFolder} port=${SOCKET_PORT} user=${BUNDLED_SUPERUSER}`;
  }
}

const patience = { timeout: 15_000, interval: 10 };

/** Folders that a killed test run leaves are removed by the next one, with their servers. */
function newFolder(): string {
  return mkdtempSync(join(tmpdir(), `${testFolderPrefix}${process.pid}-`));
}

function clusterFolderOf(folder: string): string {
  return join(folder, 'postgres');
}
