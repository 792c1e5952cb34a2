import type { Logger } from 'pino';

const everyMs = 60_000;

/**
 * Deletes rows that are over, a bounded number a minute of each table. A round that fails is logged; the next one tries
 * again.
 */
export function sweepOld(
  tables: readonly { deleteOld(): Promise<number> }[],
  isClockBelieved: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => (isClockBelieved() ? Promise.all(tables.map((table) => table.deleteOld())) : []))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'old codes and messages could not be deleted, the next round tries again');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
