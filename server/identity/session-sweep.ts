import type { Logger } from 'pino';
import type { Sessions } from './sessions.ts';

const everyMs = 60_000;

/**
 * Once a minute stores the last uses of sessions and deletes a bounded number of expired ones, unless the clock is not
 * trusted. `more` is other work of the same kind. A failed run is logged and the next one retries; stopping stores the
 * remaining uses.
 */
export function sweepSessions(
  sessions: Pick<Sessions, 'deleteExpired' | 'writeUses'>,
  isClockTrusted: () => boolean,
  log: Logger,
  more: () => Promise<unknown> = () => Promise.resolve(),
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      // Stores uses first, because they extend the expiry of sessions.
      .then(() => sessions.writeUses())
      .then(() => (isClockTrusted() ? sessions.deleteExpired() : 0))
      .then(() => (isClockTrusted() ? more() : undefined))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'sessions could not be updated, the next round retries');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await sessions.writeUses().catch((error: unknown) => {
        log.warn({ err: error }, 'the last uses of sessions could not be stored');
      });
    },
  };
}
