import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isLivingPostmaster, readPostmasterFile } from '@bourse/server/database';
import pg from 'pg';
import { canLimitFiles, limitFiles } from '../scripts/file-limit.ts';
import { serverFlags } from '../scripts/server-flags.ts';
import { fillPrepared, folderOfVenues } from './prepared-venues.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export interface VenueOptions {
  /** Whether the demo's simulated traders run; tests of exact prices turn them off. */
  readonly simulator: boolean;
  /** Starts from an empty database even where venues are prepared. */
  readonly fresh?: boolean;
  /** Further environment variables of the server, such as `SMTP_URL`. */
  readonly environment?: Readonly<Record<string, string>>;
}

/**
 * An exchange for one test: the real server process with a database of its own, in a folder or, with `DATABASE_URL`
 * set, on that server. It can be killed and restarted on the same data.
 */
export class Venue {
  readonly #options: VenueOptions;
  readonly #dataDir: string;
  readonly #databaseUrl: string | null;
  #process: ChildProcess | null = null;
  #port = 0;
  readonly #output: string[] = [];
  /** How many lines earlier servers of this venue have printed. */
  #outputBefore = 0;
  #onLine: () => void = () => undefined;

  private constructor(options: VenueOptions, dataDir: string, databaseUrl: string | null) {
    this.#options = options;
    this.#dataDir = dataDir;
    this.#databaseUrl = databaseUrl;
  }

  static async open(options: VenueOptions): Promise<Venue> {
    const dataDir = await mkdtemp(join(folderOfVenues(), 'bourse-e2e-'));
    const server = process.env['DATABASE_URL'];
    const databaseUrl = server === undefined || server === '' ? null : await createDatabase(server);
    const venue = new Venue(options, dataDir, databaseUrl);
    try {
      if (databaseUrl === null && options.fresh !== true) await venue.#fillPrepared();
      await venue.start();
    } catch (error) {
      await venue.close();
      throw error;
    }
    return venue;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The address of the database on the server given by `DATABASE_URL`; null with the bundled PostgreSQL. */
  get databaseUrl(): string | null {
    return this.#databaseUrl;
  }

  /** Whether the venue runs the bundled PostgreSQL, which it may kill. */
  get ownsPostgres(): boolean {
    return this.#databaseUrl === null;
  }

  /**
   * Process ids of the running server and of the main process of its bundled PostgreSQL; null for one that does not run
   * or is not ours.
   */
  get processes(): { readonly server: number | null; readonly postgres: number | null } {
    return { server: this.#process?.pid ?? null, postgres: this.#livingPostmaster() };
  }

  /** The folder with all data of the venue, including the bundled PostgreSQL. */
  get dataDir(): string {
    return this.#dataDir;
  }

  /** The output of the server process, for messages of failing tests. */
  get output(): string {
    return this.#output.join('\n');
  }

  /**
   * Reads a path over a connection of its own. The server may close an idle one at the moment at which another request
   * takes it, which says nothing about the server.
   */
  async look(path: string): Promise<{ readonly status: number; readonly body: unknown }> {
    const answer = Promise.withResolvers<IncomingMessage>();
    get(`${this.url}${path}`, { agent: false }, answer.resolve).once('error', answer.reject);
    const response = await answer.promise;
    const text = (await response.setEncoding('utf8').toArray()).join('');
    return { status: response.statusCode ?? 0, body: text === '' ? null : JSON.parse(text) };
  }

  /** The first line of the present server's output that matches, at once or when it is printed. */
  async printed(pattern: RegExp): Promise<RegExpExecArray> {
    for (let seen = this.#outputBefore; ;) {
      for (; seen < this.#output.length; seen += 1) {
        const found = pattern.exec(this.#output[seen] ?? '');
        if (found !== null) return found;
      }
      const next = Promise.withResolvers<void>();
      this.#onLine = next.resolve;
      await next.promise;
    }
  }

  /**
   * Starts the server and waits until it serves. After a kill it uses the same port, so that open pages reconnect.
   * Rejects when the process exits before; it can then be started again.
   */
  async start(): Promise<void> {
    if (this.#process !== null) throw new Error('The venue is already running');
    this.#outputBefore = this.#output.length;
    const child = spawn(process.execPath, [...serverFlags, join(root, 'server/venue/main.ts')], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        HOST: '127.0.0.1',
        PORT: String(this.#port),
        DATA_DIR: this.#dataDir,
        DATABASE_URL: this.#databaseUrl ?? '',
        MODE: 'demo',
        CONSOLE_LISTEN: 'off',
        SIMULATOR: this.#options.simulator ? 'on' : 'off',
        // A test sends from one address in seconds what many users send in hours.
        RATE_LIMITS: '1000',
        ...this.#options.environment,
      },
    });
    this.#process = child;
    this.#port = await new Promise<number>((resolve, reject) => {
      const keep = (line: string): void => {
        this.#output.push(line);
        this.#onLine();
        const address = /http:\/\/[^\s:/]+:(\d+)/.exec(line);
        if (address?.[1] !== undefined) resolve(Number(address[1]));
      };
      createInterface({ input: child.stdout }).on('line', keep);
      createInterface({ input: child.stderr }).on('line', keep);
      child.once('error', reject);
      child.once('exit', (exitCode, signal) => {
        if (this.#process === child) this.#process = null;
        reject(new Error(`The server exited (${exitCode ?? signal}) before it served:\n${this.output}`));
      });
    });
  }

  /** Ends the process with `signal` and waits for its exit. The data is kept. */
  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (child === null) return;
    this.#process = null;
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill(signal);
    await ended;
  }

  /** Waits until the server accepts orders. */
  async whenReady(): Promise<void> {
    for (const deadline = performance.now() + READY_WITHIN_MS; ; await pause(25)) {
      const answer = await fetch(`${this.url}/readyz`).catch(() => null);
      if (answer?.status === 200) return;
      if (performance.now() > deadline) throw new Error(`The server is not ready in time:\n${this.output}`);
    }
  }

  /** Kills the main process of the bundled PostgreSQL with SIGKILL. Returns whether it was running. */
  killPostgres(): boolean {
    const pid = this.#livingPostmaster();
    if (pid !== null) process.kill(pid, 'SIGKILL');
    return pid !== null;
  }

  /** Kills the signer, a process beside the server, with SIGKILL. Returns whether it was running. */
  killSigner(): boolean {
    const pid = this.#process?.pid === undefined ? null : signerOf(this.#process.pid);
    if (pid !== null) process.kill(pid, 'SIGKILL');
    return pid !== null;
  }

  /**
   * Makes every file write of the server, its PostgreSQL and their children fail, as on a full disk, or allows them
   * again. Returns false where that is not possible: it needs Linux and the bundled PostgreSQL.
   */
  refuseWrites(refused: boolean): boolean {
    const { server, postgres } = this.processes;
    if (!canLimitFiles || !this.ownsPostgres || server === null) return false;
    limitFiles([server, ...(postgres === null ? [] : [postgres])], refused ? 0 : null);
    return true;
  }

  /**
   * Ends all processes and deletes the data, or keeps it for inspection. Without data to keep, the server is killed
   * instead of stopped.
   */
  async close(data: 'removed' | 'kept' = 'removed'): Promise<void> {
    await this.end(data === 'removed' ? 'SIGKILL' : 'SIGTERM');
    await this.#endPostgres();
    if (data === 'kept') return;
    if (this.#databaseUrl !== null) await dropDatabase(this.#databaseUrl);
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  async #fillPrepared(): Promise<void> {
    const { simulator } = this.#options;
    await fillPrepared(this.#dataDir, simulator ? 'simulated' : 'quiet', async (dataDir) => {
      const first = new Venue({ simulator }, dataDir, null);
      try {
        await first.start();
      } finally {
        await first.close('kept');
      }
    });
  }

  /** A stopped server has stopped its PostgreSQL; a killed one has left it running. */
  async #endPostgres(): Promise<void> {
    const pid = this.#livingPostmaster();
    if (pid === null) return;
    process.kill(pid, 'SIGQUIT');
    while (this.#livingPostmaster() === pid) await pause(25);
  }

  #livingPostmaster(): number | null {
    const clusterFolder = join(this.#dataDir, 'postgres');
    const file = readPostmasterFile(clusterFolder);
    return file !== null && isLivingPostmaster(file.pid, clusterFolder) ? file.pid : null;
  }
}

const READY_WITHIN_MS = 60_000;

/** The process id of the signer that a server has started; null if none runs. */
function signerOf(server: number): number | null {
  const listed = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' });
  for (const line of listed.split('\n')) {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    if (Number(parent) === server && command.includes(join('signer', 'main.ts'))) return Number(pid);
  }
  return null;
}

async function createDatabase(server: string): Promise<string> {
  const name = `bourse_e2e_${randomBytes(6).toString('hex')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.toString();
}

async function dropDatabase(databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.toString() });
  await client.connect();
  await client.query(`drop database ${name} with (force)`);
  await client.end();
}
