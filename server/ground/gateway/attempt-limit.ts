import { siteOf } from './network.ts';

/** How many attempts of a key are allowed within a window, and how long the key is locked after that. */
export interface LimitRule {
  readonly count: number | (() => number);
  readonly windowMs: number;
  /**
   * Duration of the lock, starting at the attempt that reached the limit; without it the key waits only until its
   * oldest attempt leaves the window.
   */
  readonly lockMs?: number;
}

/**
 * Whether an attempt may proceed (`go`), should be retried shortly because others are pending (`crowded`), or has to
 * wait (`locked`).
 */
export type Verdict = { readonly kind: 'go' | 'crowded' } | { readonly kind: 'locked'; readonly waitMs: number };

interface Attempts {
  /** Times of the counted attempts within the window, oldest first. */
  times: number[];
  /** Attempts that have begun and are not settled. */
  pending: number;
  lockedUntilMs: number;
}

const keysRemembered = 100_000;

/**
 * Counts attempts by key. A pending attempt occupies a slot until it is settled, so concurrent attempts cannot exceed
 * the limit; only those settled as counting are remembered. Memory is bounded: keys that are not locked are evicted
 * first, least recently used first.
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

  /** Whether an attempt may be made now. If so, it is pending until `settle`. */
  begin(key: string, nowMs: number): Verdict {
    const attempts = this.#read(key, nowMs);
    if (attempts.lockedUntilMs > nowMs) return { kind: 'locked', waitMs: attempts.lockedUntilMs - nowMs };
    if (attempts.times.length + attempts.pending >= countOf(this.#rule)) return { kind: 'crowded' };
    attempts.pending += 1;
    this.#free.delete(key);
    this.#free.set(key, attempts);
    forgetBeyond(this.#free, this.#remembered);
    return { kind: 'go' };
  }

  /**
   * Ends a pending attempt: it counts, it does not count, or it clears the earlier ones. Returns whether it is the one
   * that locks the key.
   */
  settle(key: string, nowMs: number, outcome: 'counts' | 'void' | 'forgiven'): boolean {
    const attempts = this.#read(key, nowMs);
    attempts.pending = Math.max(0, attempts.pending - 1);
    if (outcome === 'forgiven') attempts.times = [];
    const locks = outcome === 'counts' && this.#count(attempts, nowMs);
    const idle = attempts.pending === 0 && attempts.times.length === 0 && attempts.lockedUntilMs <= nowMs;
    this.#free.delete(key);
    this.#locked.delete(key);
    if (idle) return locks;
    const group = attempts.lockedUntilMs > nowMs ? this.#locked : this.#free;
    group.set(key, attempts);
    forgetBeyond(group, this.#remembered);
    return locks;
  }

  /** Returns whether the attempt reaches the limit. */
  #count(attempts: Attempts, nowMs: number): boolean {
    const { lockMs, windowMs } = this.#rule;
    const count = countOf(this.#rule);
    attempts.times.push(nowMs);
    const [oldest] = attempts.times;
    if (attempts.times.length < count || oldest === undefined) return false;
    attempts.lockedUntilMs = lockMs === undefined ? oldest + windowMs : nowMs + lockMs;
    // A lock with its own duration replaces the attempts that led to it.
    if (lockMs !== undefined) attempts.times = [];
    return true;
  }

  #read(key: string, nowMs: number): Attempts {
    const attempts = this.#locked.get(key) ?? this.#free.get(key) ?? { times: [], pending: 0, lockedUntilMs: 0 };
    attempts.times = attempts.times.filter((time) => time > nowMs - this.#rule.windowMs);
    // The limit may have been raised since the lock.
    const isBelow = this.#rule.lockMs === undefined && attempts.times.length < countOf(this.#rule);
    if (isBelow) attempts.lockedUntilMs = 0;
    if (attempts.lockedUntilMs <= nowMs) this.#locked.delete(key);
    return attempts;
  }
}

/** The limit of a site, a /48, as a multiple of a network's limit. */
const siteFactor = 2;

/**
 * Counts attempts by network, and by site: one subscriber may hold every /64 of a /48. Both have to allow an attempt,
 * which is then pending in both until it is settled.
 */
export class NetworkAttempts {
  readonly #networks: AttemptLimit;
  readonly #sites: AttemptLimit;

  constructor({ count, ...rule }: LimitRule) {
    this.#networks = new AttemptLimit({ count, ...rule });
    this.#sites = new AttemptLimit({ count: () => countOf({ count }) * siteFactor, ...rule });
  }

  /** @param network see `networkOf` */
  begin(network: string, nowMs: number): Verdict {
    const own = this.#networks.begin(network, nowMs);
    if (own.kind !== 'go') return own;
    const site = this.#sites.begin(siteOf(network), nowMs);
    if (site.kind !== 'go') this.#networks.settle(network, nowMs, 'void');
    return site;
  }

  settle(network: string, nowMs: number, outcome: 'counts' | 'void'): void {
    this.#networks.settle(network, nowMs, outcome);
    this.#sites.settle(siteOf(network), nowMs, outcome);
  }
}

/** The present limit of a rule whose count can change while the server runs. */
function countOf({ count }: Pick<LimitRule, 'count'>): number {
  return typeof count === 'function' ? count() : count;
}

function forgetBeyond(group: Map<string, Attempts>, max: number): void {
  const oldest = group.keys().next();
  if (group.size > max && oldest.done !== true) group.delete(oldest.value);
}
