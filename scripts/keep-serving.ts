import { setTimeout as pause } from 'node:timers/promises';
import { runToEnd } from './child.mjs';
import { clockEnvironment, progress } from './clock.mjs';
import { serverFlags } from './server-flags.ts';

/** The server ends with this code to ask for a new process that starts from what is durable. */
const START_AGAIN = 75;
/** A server that asks for it this soon after its start did not get better by starting. */
const QUICK_MS = 30_000;
const MOST_QUICK_STARTS = 5;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs the server until it ends, and again whenever it asks for that, but not for ever when it asks right away.
 *
 * @param program path of the server's main file
 * @param firstPauseMs pause before the first new start; it doubles from quick start to quick start
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
    if (quickStarts > MOST_QUICK_STARTS) {
      progress(`The server asked ${quickStarts} times in a row to be started again; what it printed above says why.`);
      return code;
    }
    progress('The server starts again from what is durable.');
    await pause(Math.min(firstPauseMs * 2 ** quickStarts, LONGEST_PAUSE_MS));
  }
}
