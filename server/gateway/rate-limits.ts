import type { RateClass } from '@bourse/contract';
import { widerFactors, widerNetworks } from './network.ts';

/** So many a second in the long run, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * What one network may ask for, and one person, wherever they are; people have no bound of their own where nobody is
 * asked who they are.
 */
export interface ClassRates {
  readonly network: Rate;
  readonly person: Rate | null;
}

export type Rates = Readonly<Record<RateClass, ClassRates>>;

/**
 * Far above what people and their pages do, and below what one of them may do to the others. Many people can stand
 * behind one network, so its bounds are several times those of a person.
 */
export const defaultRates: Rates = {
  public: { network: { perSecond: 100, burst: 1_000 }, person: null },
  private: { network: { perSecond: 200, burst: 1_000 }, person: { perSecond: 20, burst: 200 } },
  order: { network: { perSecond: 500, burst: 1_000 }, person: { perSecond: 50, burst: 200 } },
  cancel: { network: { perSecond: 1_000, burst: 2_000 }, person: { perSecond: 100, burst: 400 } },
  password: { network: { perSecond: 1, burst: 60 }, person: { perSecond: 1, burst: 20 } },
  code: { network: { perSecond: 1, burst: 60 }, person: null },
  page: { network: { perSecond: 200, burst: 2_000 }, person: null },
  document: { network: { perSecond: 5, burst: 60 }, person: null },
  socket: { network: { perSecond: 20, burst: 200 }, person: null },
  health: { network: { perSecond: 20, burst: 100 }, person: null },
};

/** Tokens that one network may show and that turn out to be nobody's: each is a look-up in the database. */
const defaultStrangers: Rate = { perSecond: 5, burst: 200 };

/** The same, so many times over. */
export function multipliedRates(factor: number): Rates {
  return ofEachClass((name) => {
    const { network, person } = defaultRates[name];
    return { network: times(network, factor), person: person === null ? null : times(person, factor) };
  });
}

function times({ perSecond, burst }: Rate, factor: number): Rate {
  return { perSecond: perSecond * factor, burst: burst * factor };
}

/**
 * How many keys of one bound are remembered; whoever has rested is as good as forgotten, so this many have asked within
 * the last moments.
 */
const keysRemembered = 100_000;

/**
 * One bound for many keys. Of each key only the moment is kept until which what it has asked for so far is paid (the
 * generic cell rate algorithm, ITU-T I.371): asking moves it on by one interval, and it may lie ahead of the present by
 * as many intervals as may come at once.
 */
export class RateLimit<Key extends string | number> {
  readonly #intervalMs: number;
  readonly #aheadMs: number;
  readonly #remembered: number;
  readonly #paidUntil = new Map<Key, number>();

  constructor({ perSecond, burst }: Rate, remembered = keysRemembered) {
    this.#intervalMs = 1_000 / perSecond;
    this.#aheadMs = burst * this.#intervalMs;
    this.#remembered = remembered;
  }

  /**
   * Takes `weight` requests of a key at a moment. Answers 0 when they may go on, and otherwise after how many
   * milliseconds they may; these have cost nothing.
   */
  take(key: Key, nowMs: number, weight = 1): number {
    const paidUntil = Math.max(this.#paidUntil.get(key) ?? 0, nowMs) + weight * this.#intervalMs;
    const waitMs = paidUntil - nowMs - this.#aheadMs;
    // What adds up to a burst may be a fraction of a nanosecond above it.
    if (waitMs > 1e-6) return waitMs;
    this.#paidUntil.set(key, paidUntil);
    if (this.#paidUntil.size > this.#remembered) this.#forget(nowMs);
    return 0;
  }

  /** Takes back what was taken. */
  giveBack(key: Key, weight = 1): void {
    const paidUntil = this.#paidUntil.get(key);
    if (paidUntil !== undefined) this.#paidUntil.set(key, paidUntil - weight * this.#intervalMs);
  }

  /** Forgets who has rested, and when nobody has, half of the others: memory is bounded for all, whoever comes. */
  #forget(nowMs: number): void {
    for (const [key, paidUntil] of this.#paidUntil) if (paidUntil <= nowMs) this.#paidUntil.delete(key);
    if (this.#paidUntil.size <= this.#remembered) return;
    const oldest = [...this.#paidUntil.keys()].slice(0, this.#remembered / 2);
    for (const key of oldest) this.#paidUntil.delete(key);
  }
}

/** The bounds of networks: of each, and several times that for all within a wider one. */
class NetworkLimit {
  readonly #own: RateLimit<string>;
  readonly #wider: readonly RateLimit<string>[];

  constructor(rate: Rate) {
    this.#own = new RateLimit(rate);
    this.#wider = widerFactors.map((factor) => new RateLimit(times(rate, factor)));
  }

  take(network: string, nowMs: number, weight: number): number {
    const waitMs = this.#own.take(network, nowMs, weight);
    if (waitMs > 0) return waitMs;
    const wider = widerNetworks(network);
    return this.#wider.reduce((wait, limit, n) => {
      const name = wider[n];
      return wait > 0 || name === undefined ? wait : limit.take(name, nowMs, weight);
    }, 0);
  }

  giveBack(network: string): void {
    this.#own.giveBack(network);
    for (const [n, name] of widerNetworks(network).entries()) this.#wider[n]?.giveBack(name);
  }
}

/** The bounds of every class of calls, for networks and for people. */
export class RateLimits {
  readonly rates: Rates;
  readonly #networks: Readonly<Record<RateClass, NetworkLimit>>;
  readonly #strangers: NetworkLimit;
  readonly #people: Readonly<Record<RateClass, RateLimit<number> | null>>;
  readonly #now: () => number;

  /**
   * `now` answers milliseconds of a clock that only goes forward; `factor` is how many times the usual number of
   * unknown tokens may be shown.
   */
  constructor(rates: Rates, now: () => number, factor = 1) {
    this.rates = rates;
    this.#strangers = new NetworkLimit(times(defaultStrangers, factor));
    const network = (name: RateClass): NetworkLimit => new NetworkLimit(rates[name].network);
    const person = (name: RateClass): RateLimit<number> | null => {
      const rate = rates[name].person;
      return rate === null ? null : new RateLimit(rate);
    };
    this.#networks = ofEachClass(network);
    this.#people = ofEachClass(person);
    this.#now = now;
  }

  /**
   * A request from a network (see `networkOf`). Answers 0 when it may go on, otherwise after how many whole seconds;
   * `weight` is what it counts as.
   */
  takeOfNetwork(name: RateClass, network: string, weight = 1): number {
    return secondsOf(this.#networks[name].take(network, this.#now(), weight));
  }

  /**
   * Has a token looked up that memory does not know. Answers 0 when that was done, whether or not it is somebody's, and
   * otherwise after how many whole seconds it may be; only tokens that are nobody's count in the end.
   */
  async lookUp(network: string, load: () => Promise<object | null>): Promise<number> {
    const waitMs = this.#strangers.take(network, this.#now(), 1);
    if (waitMs > 0) return secondsOf(waitMs);
    let isStranger = false;
    try {
      isStranger = (await load()) === null;
    } finally {
      if (!isStranger) this.#strangers.giveBack(network);
    }
    return 0;
  }

  /** The same for a person; `weight` is what it counts as. */
  takeOfPerson(name: RateClass, person: number, weight: number): number {
    return secondsOf(this.#people[name]?.take(person, this.#now(), weight) ?? 0);
  }
}

function ofEachClass<Value>(make: (name: RateClass) => Value): Readonly<Record<RateClass, Value>> {
  return {
    public: make('public'),
    private: make('private'),
    order: make('order'),
    cancel: make('cancel'),
    password: make('password'),
    code: make('code'),
    page: make('page'),
    document: make('document'),
    socket: make('socket'),
    health: make('health'),
  };
}

function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

/** What a request counts as: each entry of a list that it brings is one. */
export function weightOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 1;
  let weight = 1;
  for (const value of Object.values(input)) if (Array.isArray(value)) weight = Math.max(weight, value.length);
  return weight;
}
