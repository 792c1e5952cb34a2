import type { RateClass } from '@bourse/contract';
import { widerFactors, widerNetworks } from './network.ts';

/** The sustained rate, and the burst allowed after a pause. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** The limits of a class per network and per user; classes without authentication have none per user. */
export interface ClassRates {
  readonly network: Rate;
  readonly person: Rate | null;
}

export type Rates = Readonly<Record<RateClass, ClassRates>>;

/**
 * Far above normal use, and low enough that one client cannot affect others. A network's limits are several times those
 * of a user, because a network may serve many users.
 */
export const defaultRates: Rates = {
  public: { network: { perSecond: 100, burst: 1_000 }, person: null },
  private: { network: { perSecond: 200, burst: 1_000 }, person: { perSecond: 20, burst: 200 } },
  order: { network: { perSecond: 500, burst: 1_000 }, person: { perSecond: 50, burst: 200 } },
  cancel: { network: { perSecond: 1_000, burst: 2_000 }, person: { perSecond: 100, burst: 400 } },
  refusal: { network: { perSecond: 10, burst: 10_000 }, person: { perSecond: 0.5, burst: 1_000 } },
  password: { network: { perSecond: 1, burst: 60 }, person: { perSecond: 1, burst: 20 } },
  code: { network: { perSecond: 1, burst: 60 }, person: null },
  page: { network: { perSecond: 200, burst: 2_000 }, person: null },
  upload: { network: { perSecond: 2, burst: 60 }, person: { perSecond: 0.2, burst: 20 } },
  document: { network: { perSecond: 5, burst: 60 }, person: null },
  socket: { network: { perSecond: 20, burst: 200 }, person: null },
  health: { network: { perSecond: 20, burst: 100 }, person: null },
};

/** Limit per network of unknown tokens, each of which costs a database look-up. */
const defaultUnknownTokens: Rate = { perSecond: 5, burst: 200 };

/** Limits of ends beyond the class `refusal` that change nothing. */
const defaultFutileEnds = {
  network: { perSecond: 1, burst: 1_000 },
  person: { perSecond: 1 / 60, burst: 100 },
} as const satisfies Record<string, Rate>;

/** The default rates multiplied by a factor. */
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
 * Maximum number of keys per limit. Keys whose burst is fully available need no entry, so only recently active keys
 * count.
 */
const keysRemembered = 100_000;

/**
 * A rate limit for many keys, using the generic cell rate algorithm (ITU-T I.371). Only one time is stored per key:
 * each request moves it one interval ahead, and it may be ahead of the present by as many intervals as the burst has
 * requests.
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
   * Takes `weight` requests of a key. Returns 0 if they are allowed, otherwise the milliseconds to wait; refused
   * requests cost nothing.
   */
  take(key: Key, nowMs: number, weight = 1): number {
    const paidUntil = Math.max(this.#paidUntil.get(key) ?? 0, nowMs) + weight * this.#intervalMs;
    const waitMs = paidUntil - nowMs - this.#aheadMs;
    // A full burst may exceed its limit by a rounding error.
    if (waitMs > 1e-6) return waitMs;
    this.#paidUntil.set(key, paidUntil);
    if (this.#paidUntil.size > this.#remembered) this.#forget(nowMs);
    return 0;
  }

  /** Returns requests that were taken. */
  giveBack(key: Key, weight = 1): void {
    const paidUntil = this.#paidUntil.get(key);
    if (paidUntil !== undefined) this.#paidUntil.set(key, paidUntil - weight * this.#intervalMs);
  }

  /** Evicts keys whose burst is fully available, or else the older half of all keys, so that memory is bounded. */
  #forget(nowMs: number): void {
    for (const [key, paidUntil] of this.#paidUntil) if (paidUntil <= nowMs) this.#paidUntil.delete(key);
    if (this.#paidUntil.size <= this.#remembered) return;
    const oldest = [...this.#paidUntil.keys()].slice(0, this.#remembered / 2);
    for (const key of oldest) this.#paidUntil.delete(key);
  }
}

/** The limits of networks: of each one, and multiples of it for the enclosing ones. */
class NetworkLimit {
  /** Those of a network itself and of the networks around it. */
  readonly #limits: readonly RateLimit<string>[];

  constructor(rate: Rate) {
    this.#limits = [1, ...widerFactors].map((factor) => new RateLimit(times(rate, factor)));
  }

  take(network: string, nowMs: number, weight: number): number {
    const names = [network, ...widerNetworks(network)];
    for (const [n, name] of names.entries()) {
      const waitMs = this.#limits[n]?.take(name, nowMs, weight) ?? 0;
      if (waitMs === 0) continue;
      this.#giveBack(names.slice(0, n), weight);
      return waitMs;
    }
    return 0;
  }

  giveBack(network: string, weight = 1): void {
    this.#giveBack([network, ...widerNetworks(network)], weight);
  }

  #giveBack(names: readonly string[], weight: number): void {
    for (const [n, name] of names.entries()) this.#limits[n]?.giveBack(name, weight);
  }
}

/** The limits of all classes, for networks and for users. */
export class RateLimits {
  readonly rates: Rates;
  readonly #networks: Readonly<Record<RateClass, NetworkLimit>>;
  readonly #unknownTokens: NetworkLimit;
  readonly #futileEnds: { readonly networks: NetworkLimit; readonly people: RateLimit<number> };
  readonly #people: Readonly<Record<RateClass, RateLimit<number> | null>>;
  readonly #now: () => number;

  /** `now` returns milliseconds of a monotonic clock; `factor` multiplies the limits that are not in `rates`. */
  constructor(rates: Rates, now: () => number, factor = 1) {
    this.rates = rates;
    this.#unknownTokens = new NetworkLimit(times(defaultUnknownTokens, factor));
    this.#futileEnds = {
      networks: new NetworkLimit(times(defaultFutileEnds.network, factor)),
      people: new RateLimit(times(defaultFutileEnds.person, factor)),
    };
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
   * Takes `weight` requests of a network (see `networkOf`). Returns 0 if they are allowed, otherwise the whole seconds
   * to wait.
   */
  takeOfNetwork(name: RateClass, network: string, weight = 1): number {
    return secondsOf(this.#networks[name].take(network, this.#now(), weight));
  }

  /**
   * Looks up a token that is not in memory. Returns 0 if that was allowed, whether or not the token is valid, otherwise
   * the whole seconds to wait. Valid tokens do not count towards the limit.
   */
  async lookUp(network: string, load: () => Promise<object | null>): Promise<number> {
    const waitMs = this.#unknownTokens.take(network, this.#now(), 1);
    if (waitMs > 0) return secondsOf(waitMs);
    let isUnknown = false;
    try {
      isUnknown = (await load()) === null;
    } finally {
      if (!isUnknown) this.#unknownTokens.giveBack(network);
    }
    return 0;
  }

  /**
   * Takes one of the commands of a user that may change nothing. Returns 0, or the whole seconds to wait if the user or
   * the network has none left. `giveBackRefusal` returns it if the command changed something.
   */
  takeRefusal(network: string, person: number): number {
    const waitSeconds = this.takeOfPerson('refusal', person, 1);
    if (waitSeconds > 0) return waitSeconds;
    const networkSeconds = this.takeOfNetwork('refusal', network);
    if (networkSeconds > 0) this.#people.refusal?.giveBack(person);
    return networkSeconds;
  }

  giveBackRefusal(network: string, person: number): void {
    this.#people.refusal?.giveBack(person);
    this.#networks.refusal.giveBack(network);
  }

  /**
   * Takes the end of an open order from a user beyond the limit of refusals; see `takeRefusal`. Such an end can still
   * change nothing, for example under an idempotency key that was used before.
   */
  takeEnd(network: string, person: number): number {
    const { networks, people } = this.#futileEnds;
    const waitMs = people.take(person, this.#now());
    if (waitMs > 0) return secondsOf(waitMs);
    const networkMs = networks.take(network, this.#now(), 1);
    if (networkMs > 0) people.giveBack(person);
    return secondsOf(networkMs);
  }

  giveBackEnd(network: string, person: number): void {
    this.#futileEnds.people.giveBack(person);
    this.#futileEnds.networks.giveBack(network);
  }

  /**
   * Takes the entries of a user's request, of the user and of the network; see `takeOfNetwork`. The network has paid
   * for one of them, as for every request, when it arrived.
   */
  takeEntries(name: RateClass, network: string, person: number, entries: number): number {
    const networkSeconds = entries > 1 ? this.takeOfNetwork(name, network, entries - 1) : 0;
    if (networkSeconds > 0) return networkSeconds;
    const personSeconds = this.takeOfPerson(name, person, entries);
    if (personSeconds > 0 && entries > 1) this.#networks[name].giveBack(network, entries - 1);
    return personSeconds;
  }

  /** Takes `weight` requests of a user; see `takeOfNetwork`. */
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
    refusal: make('refusal'),
    password: make('password'),
    code: make('code'),
    page: make('page'),
    upload: make('upload'),
    document: make('document'),
    socket: make('socket'),
    health: make('health'),
  };
}

function secondsOf(milliseconds: number): number {
  return Math.ceil(milliseconds / 1_000);
}

/** The weight of a request: the length of its longest list, at least 1. */
export function weightOf(input: unknown): number {
  if (typeof input !== 'object' || input === null) return 1;
  let weight = 1;
  for (const value of Object.values(input)) if (Array.isArray(value)) weight = Math.max(weight, value.length);
  return weight;
}

declare module '../parts.ts' {
  interface Parts {
    /** The limits of calls by user and network. */
    readonly limits: RateLimits;
  }
}
