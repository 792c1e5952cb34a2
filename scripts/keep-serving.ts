import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from './child.mjs';
import { clockEnvironment, progress } from './clock.mjs';
import { serverFlags } from './server-flags.ts';

/** The server exits with this code to request a new process that recovers from durable data. */
const START_AGAIN = 75;
/** A server that requests a restart this soon after its start was not helped by the last one. */
const QUICK_MS = 30_000;
const MAX_QUICK_STARTS = 5;
const MAX_PAUSE_MS = 5_000;

/**
 * Runs the server until it ends, and restarts it on request; stops after several requests in quick succession.
 *
 * @param program path of the server's main file
 * @param firstPauseMs pause before the first restart; it doubles with each quick one
 * @returns the exit code of the last run
 */
export async function keepServing(
  program: string,
  parameters: readonly string[],
  folder: string,
  firstPauseMs = 250,
): Promise<number> {
  let quickStarts = 0;
  for (;;) {
    const startedMs = performance.now();
    progress('Starting the server …');
    const code = await runToEnd(process.execPath, [...serverFlags, program, ...parameters], {
      cwd: folder,
      env: { ...process.env, ...clockEnvironment() },
    });
    if (code !== START_AGAIN) return code;
    quickStarts = performance.now() - startedMs < QUICK_MS ? quickStarts + 1 : 0;
    if (quickStarts > MAX_QUICK_STARTS) {
      progress(`The server requested ${quickStarts} restarts in quick succession; see its output above.`);
      return code;
    }
    progress('Restarting the server from durable data.');
    await pause(Math.min(firstPauseMs * 2 ** quickStarts, MAX_PAUSE_MS));
  }
}
