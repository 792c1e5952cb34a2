import type { Logger } from 'pino';

const everyMs = 60_000;

/** Deletes old rows, a bounded number per table and minute. A failed run is logged and the next one retries. */
export function sweepOld(
  tables: readonly { deleteOld(): Promise<number> }[],
  isClockTrusted: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => (isClockTrusted() ? Promise.all(tables.map((table) => table.deleteOld())) : []))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'old codes and messages could not be deleted, the next round retries');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
