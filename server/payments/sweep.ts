import type { Logger } from 'pino';
import type { PaymentMethods } from './payment-methods.ts';

const everyMs = 10 * 60_000;

/** Deletes old versions of payment methods every ten minutes. A failed run is logged and the next one retries. */
export function sweepPaymentMethods(
  methods: Pick<PaymentMethods, 'sweep'>,
  isClockTrusted: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => (isClockTrusted() ? methods.sweep() : 0))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'old versions of payment methods could not be deleted, the next round retries');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
