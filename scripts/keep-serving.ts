import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from './child.mjs';
import { clockEnvironment, progress } from './clock.mjs';
import { serverFlags } from './server-flags.ts';

/** The server exits with this code to request a new process that starts from the stored data. */
const RESTART = 75;
/** Acknowledged orders are missing from the database, which only an operator can decide on. */
const ACKNOWLEDGED_LOST = 76;
/** The exit codes of a process that crashed: out of memory, a fault in native code, or killed by the system. */
const CRASHES: ReadonlySet<number> = new Set(
  (['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL', 'SIGKILL', 'SIGSEGV', 'SIGSYS', 'SIGTRAP'] as const).map(
    (signal) => 128 + constants.signals[signal],
  ),
);
/** A run shorter than this counts as a failed start. */
const QUICK_MS = 30_000;
const MAX_QUICK_STARTS = 5;
const MAX_PAUSE_MS = 5_000;

/**
 * Runs the server until it ends, and restarts it when it requests that or crashes. Gives up after six runs in a row
 * that lasted less than 30 seconds each.
 *
 * @param program path of the server's main file
 * @param firstPauseMs pause before the first restart; doubles with each quick start, up to 5 seconds
 * @returns the exit code of the last run
 */
export async function keepServing(
  program: string,
  parameters: readonly string[],
  folder: string,
  firstPauseMs = 250,
): Promise<number> {
  // `runToEnd` forwards these to the server; one that ends badly while it stops is not restarted.
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, stop);
  try {
    return await serve(program, parameters, { folder, firstPauseMs, stopping: stopping.signal });
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

interface Serving {
  readonly folder: string;
  readonly firstPauseMs: number;
  readonly stopping: AbortSignal;
}

async function serve(program: string, parameters: readonly string[], serving: Serving): Promise<number> {
  const { folder, firstPauseMs, stopping } = serving;
  let quickStarts = 0;
  for (;;) {
    const startedMs = performance.now();
    progress('Starting the server …');
    const code = await runToEnd(process.execPath, [...serverFlags, program, ...parameters], {
      cwd: folder,
      // The server stops when this process is gone: as an orphan it would keep the port.
      env: { ...process.env, ...clockEnvironment(), BOURSE_SUPERVISOR: String(process.pid) },
    });
    if (code === ACKNOWLEDGED_LOST) {
      progress('The server is not restarted: the database lacks acknowledged orders; its output above says which.');
      return code;
    }
    if (stopping.aborted || (code !== RESTART && !CRASHES.has(code))) return code;
    quickStarts = performance.now() - startedMs < QUICK_MS ? quickStarts + 1 : 0;
    if (quickStarts > MAX_QUICK_STARTS) {
      progress(`The server ended ${quickStarts} times in a row soon after its start; its output above says why.`);
      return code;
    }
    const reason = code === RESTART ? 'The server requested a restart' : `The server crashed (exit code ${code})`;
    progress(`${reason}; restarting from the stored data.`);
    const pauseMs = Math.min(firstPauseMs * 2 ** quickStarts, MAX_PAUSE_MS);
    const isDue = await pause(pauseMs, true, { signal: stopping }).catch(() => false);
    if (!isDue) return code;
  }
}
