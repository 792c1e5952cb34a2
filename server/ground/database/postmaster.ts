import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, rmSync, statSync, truncateSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { SOCKET_PORT } from './postgres-socket.ts';
import { asPostgresUser, postgresEnvironment } from './postgres-user.ts';
import type { PostgresUser } from './postgres-user.ts';
import { isLivingPostmaster, processExists, readPostmasterFile } from './postmaster-file.ts';
import type { PostmasterFile } from './postmaster-file.ts';
import type { DatabaseSettings } from './settings.ts';

/** How to run the server of a cluster. */
export interface PostmasterPlan {
  readonly clusterFolder: string;
  /** Null on platforms without unix sockets, where it listens on the loopback address. */
  readonly socketFolder: string | null;
  readonly binaries: PostgresBinaries;
  readonly user: PostgresUser;
  readonly superuser: string;
  readonly password: string;
  readonly serverSettings: Readonly<Record<string, string>>;
}

/**
 * `max_wal_size` bounds the disk usage, which would grow to 1 GB by default. Statements are not logged, because they
 * contain users' data.
 */
const OUR_SETTINGS: Readonly<Record<string, string>> = {
  max_wal_size: '256MB',
  max_connections: '60',
  unix_socket_permissions: '0600',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
  log_min_error_statement: 'panic',
  log_line_prefix: '%m [%p] %a ',
};

const LONGEST_LOG_BYTES = 8 * 1024 * 1024;
const POLL_MS = 25;
const RETRY_MS = 250;

interface Attempt {
  readonly process: ChildProcess;
  readonly logStart: number;
}

/** The main process of a bundled PostgreSQL: starts it, checks it, and stops it. */
export class Postmaster {
  readonly #plan: PostmasterPlan;
  #file: PostmasterFile | null = null;

  constructor(plan: PostmasterPlan) {
    this.#plan = plan;
  }

  /** Process id of the postmaster that was last seen running. */
  get pid(): number {
    return this.#file?.pid ?? 0;
  }

  /** Settings of the running server's maintenance database, as superuser. */
  settings(): DatabaseSettings {
    const { socketFolder, superuser, password } = this.#plan;
    const query = new URLSearchParams({
      host: socketFolder ?? '127.0.0.1',
      port: String(socketFolder === null ? (this.#file?.port ?? 0) : SOCKET_PORT),
      user: superuser,
      password,
    });
    return { url: `postgresql:///postgres?${query.toString()}` };
  }

  /** Whether the process exists; it may still be starting. */
  isAlive(): boolean {
    const file = readPostmasterFile(this.#plan.clusterFolder);
    return file !== null && isLivingPostmaster(file.pid, this.#plan.clusterFolder);
  }

  /**
   * Resolves when the server answers; starts it if it is not running. Waits for a server that another process is
   * starting or stopping, and for the remaining processes of a killed one.
   *
   * @throws Error with the end of PostgreSQL's own log if it fails or does not answer in time
   */
  async ensureRunning(timeoutMs = 90_000): Promise<{ pid: number; reused: boolean }> {
    const deadline = performance.now() + timeoutMs;
    const logStart = sizeOf(this.#logFile());
    let attempt: Attempt | null = null;
    for (;;) {
      const file = readPostmasterFile(this.#plan.clusterFolder);
      if (file !== null && isLivingPostmaster(file.pid, this.#plan.clusterFolder)) {
        this.#file = file;
        if (file.status === 'ready' && (await this.#answers(attempt?.process.pid === file.pid))) {
          return { pid: file.pid, reused: attempt?.process.pid !== file.pid };
        }
      } else if (attempt === null) {
        this.#removeLeftovers(file);
        attempt = this.#launch();
      } else if (hasEnded(attempt.process)) {
        this.#refuseUnlessPassing(attempt);
        attempt = null;
        await pause(RETRY_MS);
      }
      if (performance.now() > deadline) throw this.#failure('does not answer', logStart);
      await pause(POLL_MS);
    }
  }

  /**
   * Ends all sessions and stops the server; if it does not stop in time it is forced to, which requires a recovery at
   * the next start.
   */
  async stop(): Promise<void> {
    const file = readPostmasterFile(this.#plan.clusterFolder);
    if (file === null || !isLivingPostmaster(file.pid, this.#plan.clusterFolder)) return;
    if (process.platform === 'win32') {
      execFileSync(this.#plan.binaries.pgCtl, ['stop', '-D', this.#plan.clusterFolder, '-m', 'fast'], {
        stdio: 'ignore',
      });
      return;
    }
    for (const [signal, patienceMs] of [['SIGINT', 30_000] as const, ['SIGQUIT', 10_000] as const]) {
      if (await this.#endsBy(file.pid, signal, patienceMs)) return;
    }
    throw new Error(`PostgreSQL (process ${file.pid}) does not stop.`);
  }

  /** Truncates a log that is too long; that is safe because PostgreSQL opens it for appending. */
  boundLog(): void {
    if (sizeOf(this.#logFile()) > LONGEST_LOG_BYTES) truncateSync(this.#logFile(), 0);
  }

  async #endsBy(pid: number, signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
    if (processExists(pid)) process.kill(pid, signal);
    const deadline = performance.now() + patienceMs;
    while (isLivingPostmaster(pid, this.#plan.clusterFolder)) {
      if (performance.now() > deadline) return false;
      await pause(POLL_MS);
    }
    return true;
  }

  #launch(): Attempt {
    const { binaries, user, clusterFolder } = this.#plan;
    if (sizeOf(this.#logFile()) > LONGEST_LOG_BYTES) renameSync(this.#logFile(), `${this.#logFile()}.1`);
    const logStart = sizeOf(this.#logFile());
    const serverArguments = this.#serverArguments();
    const command =
      process.platform === 'win32'
        ? asPostgresUser(user, binaries.pgCtl, [
            'start',
            '-W',
            '-D',
            clusterFolder,
            '-l',
            this.#logFile(),
            '-o',
            serverArguments.map((argument) => `"${argument}"`).join(' '),
          ])
        : asPostgresUser(user, binaries.postgres, ['-D', clusterFolder, ...serverArguments]);
    const log = openSync(this.#logFile(), 'a', 0o600);
    try {
      // A separate session keeps the terminal's Ctrl-C from reaching PostgreSQL; the server stops it in order.
      const child = spawn(command.file, command.parameters, {
        ...command.identity,
        cwd: dirname(clusterFolder),
        detached: true,
        stdio: ['ignore', log, log],
        env: postgresEnvironment(process.env),
      });
      // A program that cannot be started has no exit code; `hasEnded` checks for a missing process id instead.
      child.on('error', () => undefined);
      child.unref();
      return { process: child, logStart };
    } finally {
      closeSync(log);
    }
  }

  #serverArguments(): string[] {
    const { socketFolder, serverSettings } = this.#plan;
    const listen =
      socketFolder === null
        ? ['-h', '127.0.0.1', '-p', String(this.#file?.port ?? randomPort())]
        : ['-h', '', '-k', socketFolder, '-p', String(SOCKET_PORT)];
    const settings = Object.entries({ ...OUR_SETTINGS, ...serverSettings });
    return [...listen, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  }

  /** @param ours whether this object started the server, and may stop it again */
  async #answers(ours: boolean): Promise<boolean> {
    const client = new Client({ connectionString: this.settings().url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return true;
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === '28P01')) return false;
      if (ours) await this.stop();
      throw this.#wrongPassword(error);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #wrongPassword(cause: Error): Error {
    const { clusterFolder } = this.#plan;
    return new Error(
      `The password in ${clusterFolder}.password is not that of the bundled PostgreSQL. Restore the file from a backup, ` +
        `or replace scram-sha-256 by trust in ${join(clusterFolder, 'pg_hba.conf')} and start again, which sets this password.`,
      { cause },
    );
  }

  /** PostgreSQL trusts lock files whose process id now belongs to another program, so these are removed here. */
  #removeLeftovers(file: PostmasterFile | null): void {
    const { clusterFolder, socketFolder } = this.#plan;
    if (file !== null) rmSync(join(clusterFolder, 'postmaster.pid'), { force: true });
    if (socketFolder === null) return;
    const lock = join(socketFolder, `.s.PGSQL.${SOCKET_PORT}.lock`);
    const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8').split('\n')[0]) : 0;
    if (holder > 0 && !isLivingPostmaster(holder, clusterFolder)) rmSync(lock, { force: true });
  }

  /**
   * Throws unless the failure is transient: another process started the server first, or processes of a killed server
   * are still ending.
   */
  #refuseUnlessPassing(attempt: Attempt): void {
    const output = this.#logSince(attempt.logStart);
    if (/lock file .* already exists|pre-existing shared memory block/.test(output)) return;
    throw this.#failure('did not start', attempt.logStart);
  }

  #failure(what: string, logStart: number): Error {
    const tail = this.#logSince(logStart).trim().split('\n').slice(-12).join('\n');
    const words = tail === '' ? 'Its log is empty.' : `The end of its log:\n${tail}`;
    return new Error(`The bundled PostgreSQL in ${this.#plan.clusterFolder} ${what}. ${words}`);
  }

  #logSince(offset: number): string {
    if (!existsSync(this.#logFile())) return '';
    const bytes = readFileSync(this.#logFile());
    return bytes.subarray(bytes.length < offset ? 0 : offset).toString('utf8');
  }

  #logFile(): string {
    return `${this.#plan.clusterFolder}.log`;
  }
}

function hasEnded(child: ChildProcess): boolean {
  if (child.pid === undefined || child.signalCode !== null) return true;
  // On Windows the starter exits with code 0 and the server keeps running.
  return child.exitCode !== null && !(process.platform === 'win32' && child.exitCode === 0);
}

function sizeOf(path: string): number {
  return existsSync(path) ? statSync(path).size : 0;
}

/** A port above the registered range; if it is in use PostgreSQL logs that. */
function randomPort(): number {
  return 49_152 + Math.floor(Math.random() * 16_000);
}
