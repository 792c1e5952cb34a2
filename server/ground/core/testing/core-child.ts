import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { Event } from '@bourse/engine';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DatabaseSettings } from '../../database/index.ts';

export interface Acknowledged {
  readonly sequence: number;
  readonly requestKey: string;
  readonly events: readonly Event[];
}

/** A core in a child process. */
export interface CoreChild {
  readonly pid: number;
  readonly acknowledged: readonly Acknowledged[];
  /** Resolves when the core is open and its market is set up. */
  readonly ready: Promise<void>;
  /** Resolves when this many orders have been acknowledged. */
  readonly whenAcknowledged: (count: number) => Promise<void>;
  readonly signal: (name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT' | 'SIGTERM') => void;
  /** Resolves with exit code and signal. */
  readonly ended: Promise<readonly [number | null, string | null]>;
  readonly errors: () => string;
}

/** Starts a core process that keeps this many orders in flight; 0 keeps it idle. */
export function startCoreChild(database: DatabaseSettings, orders: number): CoreChild {
  const child: ChildProcess = fork(new URL('./core-process.ts', import.meta.url), [database.url, String(orders)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let errors = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const acknowledged: Acknowledged[] = [];
  const waiting: { count: number; resolve: () => void; reject: (reason: Error) => void }[] = [];
  const ready = Promise.withResolvers<void>();
  child.on('message', (message: unknown) => {
    if (readyMessage.Check(message)) ready.resolve();
    if (!acknowledgedMessage.Check(message)) return;
    acknowledged.push(message);
    for (const { count, resolve } of waiting) if (acknowledged.length >= count) resolve();
  });
  // Avoids an unhandled rejection in tests that do not await it.
  ready.promise.catch(() => undefined);
  const ended = exitOf(child);
  void ended.then(() => {
    const reason = new Error(`The core process ended: ${errors}`);
    ready.reject(reason);
    for (const { reject } of waiting) reject(reason);
    return undefined;
  });
  return {
    pid: child.pid ?? 0,
    acknowledged,
    ready: ready.promise,
    whenAcknowledged: (count) =>
      new Promise((resolve, reject) => {
        if (acknowledged.length >= count) resolve();
        else waiting.push({ count, resolve, reject });
      }),
    signal: (name) => void child.kill(name),
    ended,
    errors: () => errors,
  };
}

async function exitOf(child: ChildProcess): Promise<readonly [number | null, string | null]> {
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return [code, signal];
}

const readyMessage = Compile(Type.Object({ type: Type.Literal('ready') }));
const acknowledgedMessage = Compile(
  Type.Object({
    type: Type.Literal('acknowledged'),
    sequence: Type.Integer(),
    requestKey: Type.String(),
    events: Type.Unsafe<readonly Event[]>({ type: 'array' }),
  }),
);
