import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** What the watch over the bundled PostgreSQL sees. */
export type PostgresState =
  { readonly state: 'running'; readonly pid: number } | { readonly state: 'down'; readonly reason: string };

/** A watch that starts PostgreSQL again whenever it is gone. */
export interface PostgresWatch {
  readonly onChange: (listener: (state: PostgresState) => void) => void;
  /** Ends the watch; a start that is under way is waited for. */
  readonly end: () => Promise<void>;
}

const LOOK_EVERY_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Looks at the process and starts it again when it has died, for as long as it takes: what stopped it may be a full
 * disk that somebody is emptying.
 */
export function keepAlive(postmaster: Postmaster, log: (message: string) => void): PostgresWatch {
  const listeners: ((state: PostgresState) => void)[] = [];
  const ended = new AbortController();
  const tell = (state: PostgresState): void => {
    for (const listener of listeners) listener(state);
  };
  const finished = watch(postmaster, log, tell, ended.signal);
  return {
    onChange: (listener) => {
      listeners.push(listener);
    },
    end: async () => {
      ended.abort();
      await finished;
    },
  };
}

async function watch(
  postmaster: Postmaster,
  log: (message: string) => void,
  tell: (state: PostgresState) => void,
  ended: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, ended);
    if (ended.aborted) return;
    postmaster.boundLog();
    if (postmaster.isAlive()) continue;
    const reason = `PostgreSQL (process ${postmaster.pid}) has died.`;
    log(`${reason} It is being started again.`);
    tell({ state: 'down', reason });
    await revive(postmaster, log, tell, ended);
  }
}

async function revive(
  postmaster: Postmaster,
  log: (message: string) => void,
  tell: (state: PostgresState) => void,
  ended: AbortSignal,
): Promise<void> {
  for (let wait = LOOK_EVERY_MS; !ended.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      const { pid } = await postmaster.ensureRunning();
      log(`PostgreSQL is back (process ${pid}).`);
      tell({ state: 'running', pid });
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(reason);
      tell({ state: 'down', reason });
      await sleep(wait, ended);
    }
  }
}

/** Ends early when the watch ends, and keeps no process alive by itself. */
async function sleep(ms: number, ended: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: ended, ref: false }).catch(() => undefined);
}
