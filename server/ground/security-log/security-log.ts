import { type EventFields, type SecurityEvent, securityEvents } from './events.ts';

/** Lines of one event that may be logged at once, and how many more each second. */
const burst = 300;
const perSecond = 2;

/** The time between two reports of the lines that were left out. */
const reportEveryMs = 60_000;

export interface SecurityLogParts {
  readonly log: { info(fields: object, message: string): void };
  /** The time of a monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  /** Calls `then` after a delay; returns a function that cancels the call. */
  readonly later?: (then: () => void, milliseconds: number) => () => void;
}

interface Tally {
  recorded: number;
  /** Events without a line since the last report. */
  leftOut: number;
  tokens: number;
  filledAtMs: number;
}

/**
 * Logs security events at level `info`. Each kind of event has a budget of lines, so that attackers can neither fill
 * the log nor hide one kind of event behind another. Events beyond the budget are counted and reported once a minute.
 */
export class SecurityLog {
  readonly #parts: SecurityLogParts;
  readonly #tallies = new Map<SecurityEvent, Tally>();
  #cancelReport: (() => void) | null = null;

  constructor(parts: SecurityLogParts) {
    this.#parts = parts;
  }

  record<Event extends SecurityEvent>(event: Event, fields: EventFields<Event>): void {
    const tally = this.#tallyOf(event);
    tally.recorded += 1;
    const nowMs = this.#parts.elapsed();
    tally.tokens = Math.min(burst, tally.tokens + (Math.max(0, nowMs - tally.filledAtMs) / 1_000) * perSecond);
    tally.filledAtMs = nowMs;
    if (tally.tokens >= 1) {
      tally.tokens -= 1;
      this.#parts.log.info({ event, ...fields }, securityEvents[event].message);
      return;
    }
    tally.leftOut += 1;
    this.#cancelReport ??= (this.#parts.later ?? startTimer)(() => this.#report(), reportEveryMs);
  }

  /** How often an event was recorded, including those without a line. */
  recorded(event: SecurityEvent): number {
    return this.#tallies.get(event)?.recorded ?? 0;
  }

  /** Reports pending counts. */
  stop(): void {
    if (this.#cancelReport === null) return;
    this.#cancelReport();
    this.#report();
  }

  #report(): void {
    this.#cancelReport = null;
    const counts: Partial<Record<SecurityEvent, number>> = {};
    for (const [event, tally] of this.#tallies) {
      if (tally.leftOut > 0) counts[event] = tally.leftOut;
      tally.leftOut = 0;
    }
    this.record('events_left_out', { counts });
  }

  #tallyOf(event: SecurityEvent): Tally {
    const known = this.#tallies.get(event);
    if (known !== undefined) return known;
    const tally = { recorded: 0, leftOut: 0, tokens: burst, filledAtMs: this.#parts.elapsed() };
    this.#tallies.set(event, tally);
    return tally;
  }
}

function startTimer(then: () => void, milliseconds: number): () => void {
  const timer = setTimeout(then, milliseconds).unref();
  return () => {
    clearTimeout(timer);
  };
}

declare module '../parts.ts' {
  interface Parts {
    /** Logs events that concern the security of accounts. */
    readonly securityLog: SecurityLog;
  }
}
