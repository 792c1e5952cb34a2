import type { Logger } from 'pino';
import type { Sessions } from '../sessions.ts';
import type { FactorResets } from './factor-resets.ts';

const everyMs = 60_000;

/** Once a minute carries out the resets that are due, unless the clock is not trusted. The next round retries. */
export function resetDueFactors(
  resets: Pick<FactorResets, 'carryOutDue'>,
  sessions: Pick<Sessions, 'endAll'>,
  isClockTrusted: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() =>
        isClockTrusted() ? resets.carryOutDue((transaction, user) => sessions.endAll(transaction, user)) : 0,
      )
      .catch((error: unknown) => {
        log.warn({ err: error }, 'resets of second factors could not be carried out, the next round retries');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
