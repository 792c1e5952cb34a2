/** The time of the server: that of this device may be days away from it. */
export interface ServerClock {
  /** Takes the time that an answer was given, as its header `date` says it. */
  readonly hear: (date: string | null) => void;
  /** Epoch milliseconds; until the first answer, by the clock of this device. */
  readonly nowMs: () => number;
}

/** `deviceMs` is the clock of this device, `steadyMs` one that nobody sets. */
export function createServerClock(deviceMs: () => number, steadyMs: () => number): ServerClock {
  let aheadMs: number | null = null;
  return {
    hear: (date) => {
      const ms = date === null ? NaN : Date.parse(date);
      if (Number.isNaN(ms)) return;
      // An answer was given before it came, and its second had begun before: of all, the latest is nearest.
      aheadMs = Math.max(aheadMs ?? -Infinity, ms - steadyMs());
    },
    nowMs: () => (aheadMs === null ? deviceMs() : aheadMs + steadyMs()),
  };
}
