import { Worker } from 'node:worker_threads';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { DatabaseSettings } from '../database/index.ts';
import type { CoreLog } from './log.ts';

/**
 * Takes a snapshot in a worker thread. Nothing is written if nothing was committed since the newest one.
 *
 * @param stop aborts it; chunks written so far are not verified and never used
 * @throws Error if the snapshot could not be written or verified, or was aborted
 */
export async function takeSnapshotInThread(
  database: DatabaseSettings,
  log: CoreLog,
  stop?: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./snapshot-worker.ts', import.meta.url), { workerData: database });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  worker.on('message', (line: unknown) => {
    if (logLine.Check(line)) log[line.level](line.details, line.message);
  });
  worker.on('error', reject);
  worker.on('exit', (code) => {
    if (code === 0) resolve();
    else reject(new Error(`The snapshot thread ended with code ${code}.`));
  });
  const terminate = (): void => void worker.terminate();
  stop?.addEventListener('abort', terminate);
  try {
    await promise;
  } finally {
    stop?.removeEventListener('abort', terminate);
  }
}

const logLine = Compile(
  Type.Object({
    level: Type.Union([Type.Literal('info'), Type.Literal('warn'), Type.Literal('error')]),
    details: Type.Object({}),
    message: Type.String(),
  }),
);
