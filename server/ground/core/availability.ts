import type { CoreChecks, CoreStatus } from './core.ts';

/**
 * The causes that close the exchange, in order of precedence: the status reports the reason of the first. A full disk
 * precedes the database, because it is why the database accepts no commits.
 */
const KEYS = ['lost', 'fence', 'failed', 'closing', 'starting', 'disk', 'database', 'clock'] as const;
export type ClosedBy = (typeof KEYS)[number];

/** Without a commit for this long the core is not ready and its views are stale. */
const stalenessMs = 5000;

/** Whether the exchange accepts commands, and if not, why. Notifies its listeners of changes. */
export class Availability {
  readonly #shut = new Map<ClosedBy, string>();
  readonly #listeners: ((status: CoreStatus) => void)[] = [];
  /** Why only cancels are accepted; null if placements are accepted too. */
  #restriction: string | null = null;
  #lastCommitAtMs = 0;
  /** Monotonic time of the last commit or of the opening. */
  #aliveAtMs = 0;
  #notified: CoreStatus | null = null;

  get open(): boolean {
    return this.#shut.size === 0;
  }

  /** Whether an open exchange refuses placements. */
  get cancelOnly(): boolean {
    return this.#restriction !== null;
  }

  isClosedBy(key: ClosedBy): boolean {
    return this.#shut.has(key);
  }

  close(key: ClosedBy, reason: string): void {
    this.#shut.set(key, reason);
  }

  reopen(key: ClosedBy): void {
    this.#shut.delete(key);
  }

  /** Accepts cancels only, for this reason; null accepts placements again. */
  restrict(reason: string | null): void {
    this.#restriction = reason;
  }

  committed(wallMs: number, monotonicMs: number): void {
    this.#lastCommitAtMs = wallMs;
    this.#aliveAtMs = monotonicMs;
  }

  /** Restarts the staleness timeout. */
  alive(monotonicMs: number): void {
    this.#aliveAtMs = monotonicMs;
  }

  status(monotonicMs: number): CoreStatus {
    const shut = this.#reason(monotonicMs);
    const open = shut === null;
    const cancelOnly = open && this.cancelOnly;
    const checks = this.#checks(monotonicMs);
    return { open, cancelOnly, reason: shut ?? this.#restriction, lastCommitAtMs: this.#lastCommitAtMs, checks };
  }

  onStatus(listener: (status: CoreStatus) => void): void {
    this.#listeners.push(listener);
  }

  /** Notifies the listeners if the status has changed since the last notification. */
  notify(monotonicMs: number): void {
    const status = this.status(monotonicMs);
    if (this.#notified?.open === status.open && this.#notified.reason === status.reason) return;
    this.#notified = status;
    for (const listener of this.#listeners) listener(status);
  }

  #reason(monotonicMs: number): string | null {
    for (const key of KEYS) {
      const reason = this.#shut.get(key);
      if (reason !== undefined) return reason;
    }
    return this.#isSilent(monotonicMs) ? `Nothing was committed for more than ${stalenessMs / 1000} seconds.` : null;
  }

  #isSilent(monotonicMs: number): boolean {
    return monotonicMs - this.#aliveAtMs > stalenessMs;
  }

  #checks(monotonicMs: number): CoreChecks {
    const recovered = !this.isClosedBy('starting');
    const database = recovered && !this.isClosedBy('database') && !this.#isSilent(monotonicMs);
    return { recovered, database, fence: !this.isClosedBy('fence'), clock: !this.isClosedBy('clock') };
  }
}
