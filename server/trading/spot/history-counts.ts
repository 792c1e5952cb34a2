import type { MarketId, OrderEnded, Side, UserId } from '@bourse/engine';
import type { Committed } from '../../ground/core/index.ts';
import type { Views } from '../../ground/feed/index.ts';

/** Selects the finished orders to count: `fromMs` ≤ time of placing < `toMs`; null means no restriction. */
export interface CountedOrders {
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly side: Side | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** The count as of the command with this sequence. */
export interface CountedOnce {
  readonly count: number;
  readonly sequence: number;
}

/** The views that report commands and the orders that they end. */
interface FollowedViews extends Pick<Views, 'onCommand'> {
  readonly orders: Pick<Views['orders'], 'findEnded'>;
}

interface Counter {
  readonly which: CountedOrders;
  /** Sequences of commands that ended matching orders and are not included in `known` yet. */
  ended: number[];
  /** The count; null until the query has answered. */
  known: CountedOnce | null;
  readonly counting: Promise<CountedOnce>;
}

/** Max users with counters, and max counters per user. */
const people = 2_000;
const filters = 16;

/**
 * Counts the finished orders of users. A filter is counted in the database when it is first used; from then on, events
 * update the count, so that paging through a history does not count again.
 */
export class HistoryCounts {
  readonly #count: (which: CountedOrders) => Promise<CountedOnce>;
  readonly #orders: FollowedViews['orders'];
  readonly #counters = new Map<UserId, Map<string, Counter>>();

  constructor(views: FollowedViews, count: (which: CountedOrders) => Promise<CountedOnce>) {
    this.#count = count;
    this.#orders = views.orders;
    views.onCommand((command) => this.#follow(command));
  }

  async total(which: CountedOrders): Promise<number> {
    const counter = this.#counterOf(which);
    const counted = await counter.counting;
    // A concurrent caller may have stored the count already.
    counter.known ??= settled(counter, counted);
    return counter.known.count;
  }

  #counterOf(which: CountedOrders): Counter {
    const own = this.#counters.get(which.user) ?? new Map<string, Counter>();
    const name = `${which.market} ${which.side} ${which.fromMs} ${which.toMs}`;
    const counter = own.get(name) ?? { which, ended: [], known: null, counting: this.#count(which) };
    // Moves the entry to the end, which makes it the most recently used.
    own.delete(name);
    own.set(name, counter);
    this.#counters.delete(which.user);
    this.#counters.set(which.user, own);
    evictOldest(own, filters);
    evictOldest(this.#counters, people);
    counter.counting.catch(() => {
      if (own.get(name) === counter) own.delete(name);
    });
    return counter;
  }

  #follow({ events, sequence }: Committed): void {
    for (const event of events) if (event.type === 'order_ended') this.#add(event, sequence);
  }

  #add(event: OrderEnded, sequence: number): void {
    const counters = this.#counters.get(event.user);
    if (counters === undefined) return;
    const order = this.#orders.findEnded(event.order);
    if (order === undefined) throw new Error(`order ${event.order} has ended but the views do not know it`);
    for (const counter of counters.values()) {
      const { market, side, fromMs, toMs } = counter.which;
      if (market !== null && market !== order.market) continue;
      if (side !== null && side !== order.side) continue;
      if (order.acceptedAtMs < (fromMs ?? 0) || order.acceptedAtMs >= (toMs ?? Infinity)) continue;
      counter.ended.push(sequence);
      if (counter.known !== null) counter.known = settled(counter, counter.known);
    }
  }
}

/** The count including the orders that have ended since. */
function settled(counter: Counter, { count, sequence }: CountedOnce): CountedOnce {
  const later = counter.ended.filter((ended) => ended > sequence);
  counter.ended = [];
  return { count: count + later.length, sequence };
}

function evictOldest(known: Map<unknown, unknown>, maxCount: number): void {
  for (const key of known.keys()) {
    if (known.size <= maxCount) return;
    known.delete(key);
  }
}
