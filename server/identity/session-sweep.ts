import type { Logger } from 'pino';
import type { Sessions } from './sessions.ts';

const everyMs = 60_000;

/** Deletes expired sessions in the background, a bounded number a minute. A round that fails is logged; the next one tries again. */
export function sweepSessions(sessions: Pick<Sessions, 'deleteExpired'>, log: Logger): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => sessions.deleteExpired())
      .catch((error: unknown) => {
        log.warn({ err: error }, 'expired sessions could not be deleted, the next round tries again');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
