import type { CoreChecks, CoreStatus } from './core.ts';

/**
 * What can keep the exchange closed; the first that does is the reason given. A full disk is why a database takes no
 * commits, and not the other way round.
 */
const KEYS = ['fence', 'failed', 'closing', 'starting', 'disk', 'database', 'clock'] as const;
export type ClosedBy = (typeof KEYS)[number];

/** A core without a commit for this long is not ready, and its views are stale. */
const stalenessMs = 5000;

/** Whether the exchange takes commands, and why not. Tells its listeners whenever that changes. */
export class Availability {
  readonly #shut = new Map<ClosedBy, string>();
  readonly #listeners: ((status: CoreStatus) => void)[] = [];
  /** Why only cancels are taken; null when placements are too. */
  #restriction: string | null = null;
  #lastCommitAtMs = 0;
  /** Monotonic time of the last sign of life: the last commit, or the opening. */
  #aliveAtMs = 0;
  #told: CoreStatus | null = null;

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

  /** Takes cancels only, for this reason; null takes placements again. */
  restrict(reason: string | null): void {
    this.#restriction = reason;
  }

  committed(wallMs: number, monotonicMs: number): void {
    this.#lastCommitAtMs = wallMs;
    this.#aliveAtMs = monotonicMs;
  }

  /** Counts staleness from now. */
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

  /** Tells the listeners when the answer has changed since they were last told. */
  tell(monotonicMs: number): void {
    const status = this.status(monotonicMs);
    if (this.#told?.open === status.open && this.#told.reason === status.reason) return;
    this.#told = status;
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
