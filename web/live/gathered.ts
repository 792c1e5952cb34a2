/** Runs one action for all requests within an interval. */
interface Gathered {
  readonly ask: () => void;
  /** Drops a pending request. */
  readonly stop: () => void;
}

/**
 * Runs `act` once for all requests, `pauseMs` after the first of them (a trailing throttle). Actions never overlap; a
 * request made while one is running may be too late for it and causes another.
 */
export function createGathered(act: () => Promise<unknown>, pauseMs: number): Gathered {
  let pause: ReturnType<typeof setTimeout> | null = null;
  let acting = false;
  let asked = false;
  const wait = (): void => {
    asked = false;
    pause = setTimeout(() => {
      pause = null;
      acting = true;
      void act().finally(() => {
        acting = false;
        if (asked) wait();
      });
    }, pauseMs);
  };
  return {
    ask: () => {
      if (acting) asked = true;
      else if (pause === null) wait();
    },
    stop: () => {
      asked = false;
      if (pause !== null) clearTimeout(pause);
      pause = null;
    },
  };
}
