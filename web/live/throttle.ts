/** Runs one action for all requests within an interval. */
interface Throttle {
  readonly request: () => void;
  /** Drops a pending request. */
  readonly stop: () => void;
}

/**
 * Runs `act` once for all requests, `pauseMs` after the first of them (a trailing throttle). Actions never overlap; a
 * request made while one is running may be too late for it and causes another.
 */
export function createThrottle(act: () => Promise<unknown>, pauseMs: number): Throttle {
  let pause: ReturnType<typeof setTimeout> | null = null;
  let acting = false;
  let requested = false;
  const wait = (): void => {
    requested = false;
    pause = setTimeout(() => {
      pause = null;
      acting = true;
      void act().finally(() => {
        acting = false;
        if (requested) wait();
      });
    }, pauseMs);
  };
  return {
    request: () => {
      if (acting) requested = true;
      else if (pause === null) wait();
    },
    stop: () => {
      requested = false;
      if (pause !== null) clearTimeout(pause);
      pause = null;
    },
  };
}
