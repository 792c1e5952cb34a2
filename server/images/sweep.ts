import type { Logger } from 'pino';
import type { Images } from './images.ts';

const everyMs = 60_000;

/** Deletes expired images once a minute, unless the clock is not trusted. A failed run is logged. */
export function sweepImages(
  images: Pick<Images, 'deleteOld'>,
  isClockTrusted: () => boolean,
  log: Logger,
): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    round = round
      .then(() => (isClockTrusted() ? images.deleteOld() : 0))
      .catch((error: unknown) => {
        log.warn({ err: error }, 'expired images could not be deleted, the next round retries');
      });
  }, everyMs);
  return {
    stop: async () => {
      clearInterval(timer);
      await round;
    },
  };
}
