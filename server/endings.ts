import type { Ending } from './capability.ts';

/** Ends in reverse order; what cannot be ended does not keep the rest. */
export async function endAll(endings: Ending[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not every part of the exchange stopped cleanly.');
}

/**
 * Waits no longer than until the signal; what was waited for is left to fail by itself when its ground is taken away.
 */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(new Error('The start was broken off.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
