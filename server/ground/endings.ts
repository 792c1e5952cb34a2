/** Stops something that was started. */
export type Ending = () => Promise<unknown>;

/** Runs all cleanup functions in reverse order; a failure does not prevent the others. */
export async function endAll(endings: Ending[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, 'Not every part of the exchange stopped cleanly.');
}

/** Rejects as soon as the signal aborts. The work itself is not cancelled; it fails once its resources are closed. */
export async function unlessAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(new Error('The start was aborted.', { cause: signal.reason }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
