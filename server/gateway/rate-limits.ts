import type { RateClass } from '@bourse/contract';

/** So many a second in the long run, and so many at once after a rest. */
export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/** What one network may ask for, and one person, wherever they are; people have no bound of their own where nobody is asked who they are. */
export interface ClassRates {
  readonly network: Rate;
  readonly person: Rate | null;
}

export type Rates = Readonly<Record<RateClass, ClassRates>>;

/**
 * Far above what people and their pages do, and below what one of them may do to the others. Many people can stand behind one network, so its bounds are
 * several times those of a person.
 */
export const usualRates: Rates = {
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

/** The same, so many times over. */
export function multipliedRates(factor: number): Rates {
  const times = ({ perSecond, burst }: Rate): Rate => ({ perSecond: perSecond * factor, burst: burst * factor });
  return ofEachClass((name) => {
    const { network, person } = usualRates[name];
    return { network: times(network), person: person === null ? null : times(person) };
  });
}

/** How many keys of one bound are remembered; whoever has rested is as good as forgotten, so this many have asked within the last moments. */
const keysRemembered = 100_000;

/**
 * One bound for many keys. Of each key only the moment is kept until which what it has asked for so far is paid (the generic cell rate algorithm, ITU-T I.371): asking moves it on by one interval, and
 * it may lie ahead of the present by as many intervals as may come at once.
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

  /** Takes `weight` requests of a key at a moment. Answers 0 when they may go on, and otherwise after how many milliseconds they may; these have cost nothing. */
  take(key: Key, nowMs: number, weight = 1): number {
    const paidUntil = Math.max(this.#paidUntil.get(key) ?? 0, nowMs) + weight * this.#intervalMs;
    const waitMs = paidUntil - nowMs - this.#aheadMs;
    // What adds up to a burst may be a fraction of a nanosecond above it.
    if (waitMs > 1e-6) return waitMs;
    this.#paidUntil.set(key, paidUntil);
    if (this.#paidUntil.size > this.#remembered) this.#forget(nowMs);
    return 0;
  }

  /** Forgets who has rested, and when nobody has, half of the others: memory is bounded for all, whoever comes. */
  #forget(nowMs: number): void {
    for (const [key, paidUntil] of this.#paidUntil) if (paidUntil <= nowMs) this.#paidUntil.delete(key);
    if (this.#paidUntil.size <= this.#remembered) return;
    const oldest = [...this.#paidUntil.keys()].slice(0, this.#remembered / 2);
    for (const key of oldest) this.#paidUntil.delete(key);
  }
}

/** The bounds of every class of calls, for networks and for people. */
export class RateLimits {
  readonly rates: Rates;
  readonly #networks: Readonly<Record<RateClass, RateLimit<string>>>;
  readonly #people: Readonly<Record<RateClass, RateLimit<number> | null>>;
  readonly #now: () => number;

  /** `now` answers milliseconds of a clock that only goes forward. */
  constructor(rates: Rates, now: () => number) {
    this.rates = rates;
    const network = (name: RateClass): RateLimit<string> => new RateLimit(rates[name].network);
    const person = (name: RateClass): RateLimit<number> | null => {
      const rate = rates[name].person;
      return rate === null ? null : new RateLimit(rate);
    };
    this.#networks = ofEachClass(network);
    this.#people = ofEachClass(person);
    this.#now = now;
  }

  /** A request from a network (see `networkOf`). Answers 0 when it may go on, otherwise after how many whole seconds. */
  takeOfNetwork(name: RateClass, network: string): number {
    return secondsOf(this.#networks[name].take(network, this.#now()));
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
