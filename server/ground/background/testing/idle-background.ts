import { Background } from '../background.ts';

/** Background work that is not started: for tests that do each round themselves. */
export function idleBackground(): Background {
  const silent = { error: () => undefined, info: () => undefined, warn: () => undefined };
  return new Background({ log: silent, isClockTrusted: () => true, elapsed: () => performance.now() });
}
