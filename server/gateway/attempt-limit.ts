/** How many attempts of one key may count within a window, and for how long the key is locked when they do. */
export interface LimitRule {
  readonly count: number;
  readonly windowMs: number;
  /**
   * From the attempt that reached the limit; without it a key waits only until its oldest attempt has left the window.
   */
  readonly lockMs?: number;
}

/** What an attempt may do: go on, come back in a moment because others are under way, or wait. */
export type Verdict = { readonly kind: 'go' | 'crowded' } | { readonly kind: 'locked'; readonly waitMs: number };

interface Attempts {
  /** Times of those that counted within the window, oldest first. */
  times: number[];
  /** Attempts that have begun and are not settled. */
  pending: number;
  lockedUntilMs: number;
}

const keysRemembered = 100_000;

/**
 * Counts attempts by key. An attempt holds its place from its beginning until it is settled, so as many at once are as
 * many one after the other, and only those that are settled as counting are remembered. Memory is bounded: keys that
 * are not locked are forgotten first, those that were used longest ago before the others.
 */
export class AttemptLimit {
  readonly #rule: LimitRule;
  readonly #remembered: number;
  readonly #free = new Map<string, Attempts>();
  readonly #locked = new Map<string, Attempts>();

  constructor(rule: LimitRule, remembered = keysRemembered) {
    this.#rule = rule;
    this.#remembered = remembered;
  }

  /** Whether an attempt may be made now. When it may, it is under way until `settle`. */
  begin(key: string, nowMs: number): Verdict {
    const attempts = this.#read(key, nowMs);
    if (attempts.lockedUntilMs > nowMs) return { kind: 'locked', waitMs: attempts.lockedUntilMs - nowMs };
    if (attempts.times.length + attempts.pending >= this.#rule.count) return { kind: 'crowded' };
    attempts.pending += 1;
    this.#free.delete(key);
    this.#free.set(key, attempts);
    forgetBeyond(this.#free, this.#remembered);
    return { kind: 'go' };
  }

  /** Ends an attempt that was begun: it counts, it counts not, or it makes those before it forgotten. */
  settle(key: string, nowMs: number, outcome: 'counts' | 'void' | 'forgiven'): void {
    const attempts = this.#read(key, nowMs);
    attempts.pending = Math.max(0, attempts.pending - 1);
    if (outcome === 'forgiven') attempts.times = [];
    if (outcome === 'counts') this.#count(attempts, nowMs);
    const idle = attempts.pending === 0 && attempts.times.length === 0 && attempts.lockedUntilMs <= nowMs;
    this.#free.delete(key);
    this.#locked.delete(key);
    if (idle) return;
    const group = attempts.lockedUntilMs > nowMs ? this.#locked : this.#free;
    group.set(key, attempts);
    forgetBeyond(group, this.#remembered);
  }

  #count(attempts: Attempts, nowMs: number): void {
    const { count, lockMs, windowMs } = this.#rule;
    attempts.times.push(nowMs);
    const [oldest] = attempts.times;
    if (attempts.times.length < count || oldest === undefined) return;
    attempts.lockedUntilMs = lockMs === undefined ? oldest + windowMs : nowMs + lockMs;
    // A lock of its own length is the whole answer to what led to it.
    if (lockMs !== undefined) attempts.times = [];
  }

  #read(key: string, nowMs: number): Attempts {
    const attempts = this.#locked.get(key) ?? this.#free.get(key) ?? { times: [], pending: 0, lockedUntilMs: 0 };
    attempts.times = attempts.times.filter((time) => time > nowMs - this.#rule.windowMs);
    if (attempts.lockedUntilMs <= nowMs) this.#locked.delete(key);
    return attempts;
  }
}

function forgetBeyond(group: Map<string, Attempts>, most: number): void {
  const oldest = group.keys().next();
  if (group.size > most && oldest.done !== true) group.delete(oldest.value);
}
