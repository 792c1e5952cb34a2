import { setTimeout as pause } from 'node:timers/promises';
import type { Postmaster } from './postmaster.ts';

/** The state of the bundled PostgreSQL as the watch sees it. */
export type PostgresState =
  | { readonly state: 'running'; readonly pid: number }
  | { readonly state: 'down'; readonly reason: string };

/** A watch that restarts PostgreSQL whenever it dies. */
export interface PostgresWatch {
  readonly onChange: (listener: (state: PostgresState) => void) => void;
  /** Ends the watch after a restart in progress. */
  readonly end: () => Promise<void>;
}

const LOOK_EVERY_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** Restarts the process when it has died, without limit: the cause may be a full disk that an operator is freeing. */
export function keepAlive(postmaster: Postmaster, log: (message: string) => void): PostgresWatch {
  const listeners: ((state: PostgresState) => void)[] = [];
  const ended = new AbortController();
  const notify = (state: PostgresState): void => {
    for (const listener of listeners) listener(state);
  };
  const finished = watch(postmaster, log, notify, ended.signal);
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
  notify: (state: PostgresState) => void,
  ended: AbortSignal,
): Promise<void> {
  for (;;) {
    await sleep(LOOK_EVERY_MS, ended);
    if (ended.aborted) return;
    postmaster.boundLog();
    if (postmaster.isAlive()) continue;
    const reason = `PostgreSQL (process ${postmaster.pid}) has died.`;
    log(`${reason} It is being restarted.`);
    notify({ state: 'down', reason });
    await revive(postmaster, log, notify, ended);
  }
}

async function revive(
  postmaster: Postmaster,
  log: (message: string) => void,
  notify: (state: PostgresState) => void,
  ended: AbortSignal,
): Promise<void> {
  for (let wait = LOOK_EVERY_MS; !ended.aborted; wait = Math.min(wait * 2, LONGEST_PAUSE_MS)) {
    try {
      const { pid } = await postmaster.ensureRunning();
      log(`PostgreSQL is back (process ${pid}).`);
      notify({ state: 'running', pid });
      return;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(reason);
      notify({ state: 'down', reason });
      await sleep(wait, ended);
    }
  }
}

/** Ends early when the watch ends, and does not keep the process alive. */
async function sleep(ms: number, ended: AbortSignal): Promise<void> {
  await pause(ms, undefined, { signal: ended, ref: false }).catch(() => undefined);
}
