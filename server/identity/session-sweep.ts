import type { Logger } from 'pino';
import type { Sessions } from './sessions.ts';

const everyMs = 60_000;

/**
 * Once a minute writes down which sessions were used, and deletes expired ones, a bounded number: those that a clock
 * which nobody believes calls expired are let be. A round that fails is logged; the next one tries again, and so does
 * the stop with what is not written.
 */
export function sweepSessions(
  sessions: Pick<Sessions, 'deleteExpired' | 'writeUses'>,
  isClockTrusted: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      // What was used lately has not expired, and the table learns of it first.
      .then(() => sessions.writeUses())
      .then(() => (isClockTrusted() ? sessions.deleteExpired() : 0))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'sessions could not be brought up to date, the next round tries again');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
      await sessions.writeUses().catch((error: unknown) => {
        log.warn({ err: error }, 'the last uses of sessions could not be written down');
      });
    },
  };
}
