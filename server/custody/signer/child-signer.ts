import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { type PolicyDocument, readyLine, signerProgram } from '@bourse/signer/protocol';
import { SignerUnavailable } from './ports.ts';
import { SocketSigner } from './socket-signer.ts';
import type { With } from '../../ground/parts.ts';

/** The exit code of a signer whose journal is damaged, which another start does not repair. */
const journalDamaged = 2;
/** A run shorter than this doubles the pause before the next start. */
const quickMs = 30_000;
const maxPauseMs = 5_000;
/** The time that a stopping signer has before it is killed. */
const stopMs = 5_000;
const startLimitMs = 180_000;
/** The longest path of a Unix socket; macOS allows less than Linux. */
const maxSocketPath = 103;

export interface ChildSignerOptions extends With<'log'> {
  /** The folder of its seeds, policy and journal. */
  readonly folder: string;
  readonly policy: PolicyDocument;
  /** The pause before the first new start after a crash. */
  readonly firstPauseMs?: number;
}

/**
 * Runs the signer of a demo as a process beside the server: on the same Node, with an environment of its own that has
 * none of the server's secrets, and in a process group of its own, so that Ctrl-C reaches only the server. It is
 * started again after a crash. Its standard input is a pipe from the server, so it ends with the server in whatever way
 * that ends.
 */
export class ChildSigner {
  readonly signer: SocketSigner;
  readonly #options: ChildSignerOptions;
  readonly #socket: string;
  #child: ChildProcess | null = null;
  #ready = Promise.withResolvers<void>();
  #isReady = false;
  #quickRuns = 0;
  #pause: NodeJS.Timeout | null = null;
  #isStopping = false;

  private constructor(options: ChildSignerOptions) {
    this.#options = options;
    this.#socket = socketPath(options.folder);
    this.signer = new SocketSigner(this.#socket, () => this.#ready.promise);
  }

  /**
   * Starts the process; requests wait until it is ready.
   *
   * @throws the error of a changed policy that cannot be written
   */
  static start(options: ChildSignerOptions): ChildSigner {
    mkdirSync(options.folder, { recursive: true, mode: 0o700 });
    writePolicy(join(options.folder, 'policy.json'), options.policy);
    const child = new ChildSigner(options);
    child.#run();
    return child;
  }

  /**
   * Resolves when the process answers for the first time. Starting a program takes as long as the machine is busy, so
   * this has a limit of its own.
   *
   * @throws SignerUnavailable after the limit, or when its journal is damaged
   */
  async started(limitMs = startLimitMs): Promise<void> {
    const { promise: late, reject } = Promise.withResolvers<never>();
    const limit = setTimeout(() => reject(new SignerUnavailable('The signer did not start in time.')), limitMs);
    try {
      await Promise.race([this.#ready.promise, late]);
    } finally {
      clearTimeout(limit);
    }
  }

  /** The id of the running process; null between two runs. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#pause !== null) clearTimeout(this.#pause);
    this.signer.close();
    const child = this.#child;
    if (child === null) return;
    const ended = new Promise<void>((done) => child.once('exit', () => done()));
    child.stdin?.end();
    const killing = setTimeout(() => child.kill('SIGKILL'), stopMs);
    await ended;
    clearTimeout(killing);
  }

  #run(): void {
    const { log, folder } = this.#options;
    const startedMs = performance.now();
    const child = spawn(process.execPath, [signerProgram], {
      stdio: ['pipe', 'pipe', 'pipe'],
      detached: process.platform !== 'win32',
      env: {
        SIGNER_DIR: folder,
        SIGNER_SOCKET: this.#socket,
        SIGNER_CREATE: 'yes',
        SIGNER_END_WITH_INPUT: 'yes',
        // Windows programs do not start without the first. The second is a folder of compiled modules, which a signer
        // of real money does not read: see `scripts/run.mjs`.
        ...inherited('SYSTEMROOT'),
        ...inherited('NODE_COMPILE_CACHE'),
      },
    });
    this.#child = child;
    child.stdin.on('error', () => undefined);
    createInterface(child.stdout).on('line', (line) => {
      if (line !== readyLine) return;
      this.#isReady = true;
      this.#ready.resolve();
    });
    createInterface(child.stderr).on('line', (line) => log.error({ line: line.slice(0, 1000) }, 'the signer reports'));
    let isGone = false;
    const gone = (code: number | null, signal: string | null): void => {
      if (isGone) return;
      isGone = true;
      this.#child = null;
      // Requests that wait for the first run wait for the next one instead.
      if (this.#isReady) this.#ready = Promise.withResolvers();
      this.#isReady = false;
      if (!this.#isStopping) this.#startAgain(code, signal, performance.now() - startedMs);
    };
    child.once('exit', gone);
    child.once('error', (error) => {
      log.error({ err: error }, 'the signer cannot be started');
      gone(null, null);
    });
  }

  #startAgain(code: number | null, signal: string | null, ranMs: number): void {
    const { log, firstPauseMs = 250 } = this.#options;
    if (code === journalDamaged) {
      this.#ready.promise.catch(() => undefined);
      this.#ready.reject(new SignerUnavailable('The journal of the signer is damaged.'));
      log.error(
        'the journal of the signer is damaged: nothing is signed until it is restored and the server restarted',
      );
      return;
    }
    log.error({ code, signal }, 'the signer has ended and is started again');
    this.#quickRuns = ranMs < quickMs ? this.#quickRuns + 1 : 0;
    const pauseMs = Math.min(firstPauseMs * 2 ** Math.min(this.#quickRuns, 20), maxPauseMs);
    this.#pause = setTimeout(() => this.#run(), pauseMs);
  }
}

/** Replaces the file in one step. A policy that is in it already needs no space. */
function writePolicy(path: string, policy: PolicyDocument): void {
  const text = `${JSON.stringify(policy, null, 2)}\n`;
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  const draft = `${path}.new`;
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw error;
  }
}

/** In the signer's folder, or, if that path is too long, in a folder of the system's temporary folder. */
function socketPath(folder: string): string {
  const name = `bourse-signer-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`;
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`;
  const candidates = [folder, join(tmpdir(), name), join('/tmp', name)].map((one) => join(one, 'signer.socket'));
  const path = candidates.find((one) => Buffer.byteLength(one) <= maxSocketPath);
  if (path === undefined) throw new Error('No path is short enough for a Unix socket. Choose a shorter DATA_DIR.');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const entry = lstatSync(dirname(path));
  // In a shared temporary folder, another user could have created the folder in order to listen in it.
  if (!entry.isDirectory() || entry.uid !== process.geteuid?.() || (entry.mode & 0o077) !== 0)
    throw new Error(`${dirname(path)} must be a folder that only its owner can enter (chmod 700).`);
  return path;
}

/** A variable of this process for a child that has an environment of its own; nothing if it is not set. */
export function inherited(name: string): Readonly<Record<string, string>> {
  const value = process.env[name];
  return value === undefined ? {} : { [name]: value };
}
