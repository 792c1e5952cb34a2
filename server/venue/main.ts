import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openVenue, type Venue } from './app.ts';
import { type Config, ConfigError, defaultStopTimeoutSeconds, pageAddress, readConfig } from './config.ts';
import {
  AcknowledgedFile,
  acknowledgedFileName,
  AcknowledgedLost,
  acknowledgedLostExitCode,
  CoreLocked,
  diskOf,
  exitCodeOf,
  restartExitCode,
} from '../ground/core/index.ts';
import { type BundledPostgres, type DatabaseSettings, startBundledPostgres } from '../ground/database/index.ts';
import { Front } from '../ground/gateway/index.ts';
import { openLog } from '../ground/log.ts';
import { type Interruption, LogOutput } from '../ground/log-output.ts';
import { readSecretKeys } from './secret-key.ts';
import { ChainsUnusable, liveChains } from '../custody/chains/index.ts';
import { databaseProblem, diskProblem, listenProblem, StartProblem } from './start-problem.ts';
import { DemoWorld, type DemoWorldOptions } from '../demo/simulator/index.ts';
import type { VenueOptions } from './venue-options.ts';

/** Stops something that was started. */
type Ending = () => Promise<unknown>;

const linesForCalls = 300;

/** How often to check that `npm start` is still running. */
const supervisorCheckMs = 500;

/** The time limit for the snapshot of a stop, with which the next start replays nothing. */
const stopSnapshotMs = 15_000;

const startedMs = Number(process.env['BOURSE_STARTED_MS'] ?? Date.now());
// At a terminal, only warnings and errors are logged; progress is printed separately.
const logOutput = new LogOutput(2, reportInterruption);
const log = openLog(process.stderr.isTTY ? 'warn' : 'info', logOutput);
const progressOutput = new LogOutput(1, reportInterruption);
const endings: Ending[] = [];
const stopping = new AbortController();
let postgres: BundledPostgres | null = null;
let maxStopSeconds = defaultStopTimeoutSeconds;

process.once('exit', () => {
  for (const output of [progressOutput, logOutput]) output.flushSync();
});
process.once('SIGINT', () => void stop('SIGINT'));
process.once('SIGTERM', () => void stop('SIGTERM'));
stopWithoutSupervisor();

const started = start();
try {
  await started;
} catch (error) {
  if (!stopping.signal.aborted) await giveUp(error);
}

async function start(): Promise<void> {
  const config = readConfig(process.env);
  if (config.logLevel !== null) log.level = config.logLevel;
  maxStopSeconds = config.stopTimeoutSeconds;
  const front = new Front({ trustedProxies: config.trustedProxies, ...connectionLimits(config) });
  endings.push(() => front.close());
  const port = await front.listen(config).catch((error: unknown) => {
    throw listenProblem(error, config);
  });
  const console = await listenForConsole(config);
  const secret = await readSecretKeys(config.secretKeys, config.dataFolder).catch((error: unknown) => {
    throw diskProblem(error, config.dataFolder);
  });
  const database = await openDatabase(config, front);
  const { signal } = stopping;
  signal.throwIfAborted();
  const disk = config.database.kind === 'bundled' ? diskOf(config.dataFolder) : null;
  const acknowledgedFile = new AcknowledgedFile(join(config.dataFolder, acknowledgedFileName));
  const chains = openChains(config);
  const parts = {
    ...chains,
    config,
    secret,
    database,
    disk,
    acknowledgedFile,
    front,
    signal,
    log,
    progress,
    stopSnapshotMs,
  };
  const venue = await openVenue({ ...parts, ...console, pageFolder: builtPage('dist') }).catch((error: unknown) => {
    throw databaseProblem(error, config);
  });
  endings.push(() => venue.close());
  signal.throwIfAborted();
  exitOnFatal(venue);
  // Browsers bind passkeys to host names, so the loopback address is given by its name.
  progress(`The exchange is open at ${pageAddress(config.host === '127.0.0.1' ? 'localhost' : config.host, port)}`);
  if (console.console === undefined) return;
  progress(`The operators' console is at ${console.console.origin}`);
  progress('Its first administrator is made with: npm run operator -- create EMAIL');
}

/** A demo has a chain of its own, a live exchange follows real ones. */
function openChains({ chains, dataFolder, mode }: Config): Pick<VenueOptions, 'chains' | 'demoWorld'> {
  if (mode !== 'demo') return chains === null ? {} : { chains: liveChains(chains) };
  const onFault = (error: unknown): void => {
    if (error === null) log.info('the file of the demo chain is written again');
    else log.error({ err: error }, 'the file of the demo chain cannot be written; the chain waits until it can');
  };
  const demoWorld = openDemoWorld({ folder: join(dataFolder, 'chain'), blockMs: 3_000, onFault });
  endings.push(async () => {
    demoWorld.close();
  });
  return { demoWorld, chains: demoWorld.source };
}

function openDemoWorld(options: DemoWorldOptions): DemoWorld {
  try {
    return DemoWorld.open(options);
  } catch (error) {
    throw diskProblem(error, options.folder);
  }
}

/** Binds the address of the console. The exchange opens without a console if it is taken. */
async function listenForConsole({ console, trustedProxies }: Config): Promise<Pick<VenueOptions, 'console'>> {
  const { allow, listen } = console;
  if (listen === null) return {};
  // The list of allowed networks is complete only when the settings have been read.
  const front = new Front({ trustedProxies, hidden: true });
  let port: number;
  try {
    port = await front.listen(listen);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    log.warn({ code, ...listen }, 'the console is off, because its address cannot be used');
    progress(`The operators' console is off: ${listen.host}:${listen.port} cannot be used (${code}).`);
    return {};
  }
  endings.push(() => front.close());
  const origin = listen.port === 0 ? pageAddress(listen.host, port) : console.origin;
  return { console: { front, allow, origin, pageFolder: builtPage('dist-console') } };
}

/** A network with a raised socket limit needs that many connections, plus some for calls. */
function connectionLimits({ socketsPerNetwork }: Config): { linesPerNetwork?: number } {
  return socketsPerNetwork === null ? {} : { linesPerNetwork: socketsPerNetwork + linesForCalls };
}

async function openDatabase(config: Config, front: Front): Promise<DatabaseSettings> {
  if (config.database.kind === 'server') return config.database;
  const sentence = 'Starting PostgreSQL …';
  front.explain(sentence);
  progress(sentence);
  const bundled = await startBundledPostgres({ dataFolder: config.dataFolder, log: progress });
  postgres = bundled;
  bundled.onChange((state) => {
    if (state.state === 'down') log.error({ reason: state.reason }, 'PostgreSQL is down and is being started again');
    else log.info({ pid: state.pid }, 'PostgreSQL is running again');
  });
  endings.push(async () => {
    await bundled.stop();
    postgres = null;
  });
  return bundled.settings;
}

/**
 * The core has failed, so the process exits to be restarted by its supervisor, unless the database has lost
 * acknowledged orders. PostgreSQL keeps running for the restart.
 */
function exitOnFatal(venue: Venue): void {
  venue.onFatal((failure) => {
    if (stopping.signal.aborted) return;
    log.fatal({ err: failure.cause, kind: failure.kind }, failure.message);
    progress(failure.message);
    process.exit(exitCodeOf(failure));
  });
  process.once('uncaughtException', (error) => {
    log.fatal({ err: error }, 'uncaught exception');
    process.exit(stopping.signal.aborted ? 1 : restartExitCode);
  });
}

/** Stops when `npm start`, which restarts this process after a crash, is gone: an orphan would keep the port. */
function stopWithoutSupervisor(): void {
  const supervisor = Number(process.env['BOURSE_SUPERVISOR'] ?? Number.NaN);
  if (Number.isNaN(supervisor)) return;
  const check = setInterval(() => {
    if (process.ppid === supervisor) return;
    clearInterval(check);
    void stop('npm start is gone');
  }, supervisorCheckMs);
  check.unref();
}

/**
 * Stops everything in reverse order: calls, core, PostgreSQL. A start in progress is aborted where possible, and its
 * parts are stopped as well. A second signal ends the process at once.
 */
async function stop(signal: string): Promise<void> {
  stopping.abort();
  for (const again of ['SIGINT', 'SIGTERM'] as const) process.once(again, () => process.exit(1));
  progress(`${signal}: stopping …`);
  exitAfter(maxStopSeconds);
  await started.catch(() => undefined);
  process.exitCode = (await endAll()) ? 0 : 1;
  progress('Stopped.');
  process.exit();
}

/** Exits even if a part hangs; everything acknowledged is already durable. */
function exitAfter(seconds: number): void {
  setTimeout(() => {
    const left =
      postgres === null ? '' : ` PostgreSQL (process ${postgres.pid}) is left running; the next start uses it.`;
    progress(`Not everything stopped within ${seconds} seconds.${left}`);
    process.exit(1);
  }, seconds * 1000).unref();
}

async function giveUp(error: unknown): Promise<void> {
  // Problems that the operator can fix are printed as a sentence; any other error is logged with its stack trace.
  const sentences = [AcknowledgedLost, ChainsUnusable, ConfigError, CoreLocked, StartProblem];
  if (!sentences.some((kind) => error instanceof kind)) log.fatal({ err: error }, 'the server could not start');
  logOutput.write(`${error instanceof Error ? error.message : String(error)}\n`);
  exitAfter(maxStopSeconds);
  await endAll();
  process.exit(error instanceof AcknowledgedLost ? acknowledgedLostExitCode : 1);
}

async function endAll(): Promise<boolean> {
  let clean = true;
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end();
    } catch (error) {
      clean = false;
      log.error({ err: error }, 'a component did not stop cleanly');
    }
  }
  return clean;
}

function builtPage(name: string): string | null {
  const folder = join(import.meta.dirname, '..', '..', 'web', name);
  return existsSync(join(folder, 'index.html')) ? folder : null;
}

function progress(sentence: string): void {
  progressOutput.write(`[${((Date.now() - startedMs) / 1000).toFixed(1).padStart(5)} s] ${sentence}\n`);
}

function reportInterruption({ code, lost }: Interruption): void {
  log.warn({ code, lost }, 'the output of the server could not be written for some time');
}
