import type { MarketId, OrderEnded, Side, UserId } from '@bourse/engine';
import type { Committed } from '../core/index.ts';
import type { Views } from '../feed/index.ts';

/** Which finished orders are counted: `fromMs` ≤ time of placing < `toMs`; null is all. */
export interface CountedOrders {
  readonly user: UserId;
  readonly market: MarketId | null;
  readonly side: Side | null;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** How many there were when the command with this sequence was durable. */
export interface CountedOnce {
  readonly count: number;
  readonly sequence: number;
}

/** What is followed: the commands, and the orders that they ended. */
interface FollowedViews extends Pick<Views, 'onCommand'> {
  readonly orders: Pick<Views['orders'], 'findEnded'>;
}

interface Counter {
  readonly which: CountedOrders;
  /** Sequences of the commands that ended such orders, until it is known which of them were counted. */
  ended: number[];
  /** Null until they were counted. */
  known: CountedOnce | null;
  readonly counting: Promise<CountedOnce>;
}

/** How many people's counters are kept, and how many of each. */
const people = 2_000;
const filters = 16;

/**
 * How many finished orders a person has. They are counted in the database when a filter is first asked for; from then
 * on the views tell of every order that ends, so that to leaf through a history counts nothing again.
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
    // Others who waited for it may have been here first.
    counter.known ??= settled(counter, counted);
    return counter.known.count;
  }

  #counterOf(which: CountedOrders): Counter {
    const own = this.#counters.get(which.user) ?? new Map<string, Counter>();
    const name = `${which.market} ${which.side} ${which.fromMs} ${which.toMs}`;
    const counter = own.get(name) ?? { which, ended: [], known: null, counting: this.#count(which) };
    // What was asked for last is forgotten last.
    own.delete(name);
    own.set(name, counter);
    this.#counters.delete(which.user);
    this.#counters.set(which.user, own);
    forgetOldest(own, filters);
    forgetOldest(this.#counters, people);
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

/** The count with the orders that have ended since. */
function settled(counter: Counter, { count, sequence }: CountedOnce): CountedOnce {
  const later = counter.ended.filter((ended) => ended > sequence);
  counter.ended = [];
  return { count: count + later.length, sequence };
}

function forgetOldest(known: Map<unknown, unknown>, most: number): void {
  for (const key of known.keys()) {
    if (known.size <= most) return;
    known.delete(key);
  }
}
