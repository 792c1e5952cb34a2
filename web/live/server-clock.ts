/** The server's time. The device clock may be days off. */
export interface ServerClock {
  /** Takes the time of a response from its `date` header. */
  readonly observe: (date: string | null) => void;
  /** Takes a time of the server, in epoch milliseconds, from a message that reported it as the present. */
  readonly observeMs: (ms: number) => void;
  /** The server's time in epoch milliseconds; the device's time until the first response. */
  readonly nowMs: () => number;
}

/** `deviceMs` is the device's wall clock, `steadyMs` a monotonic clock. */
export function createServerClock(deviceMs: () => number, steadyMs: () => number): ServerClock {
  let aheadMs: number | null = null;
  const observeMs = (ms: number): void => {
    // Every estimate is early, by the travel time and, in a header, the cut to whole seconds; the latest one is the
    // closest.
    aheadMs = Math.max(aheadMs ?? -Infinity, ms - steadyMs());
  };
  return {
    observe: (date) => {
      const ms = date === null ? NaN : Date.parse(date);
      if (!Number.isNaN(ms)) observeMs(ms);
    },
    observeMs,
    nowMs: () => (aheadMs === null ? deviceMs() : aheadMs + steadyMs()),
  };
}
