import type { Audience, Listener, TickUpdate } from './audience.ts';

/** For how long listeners are told before others have their turn. */
const stintMs = 2;

/** How many are written to between two looks at the clock. */
const listenersAtOnce = 8;

export interface FanOutClock {
  /** Milliseconds of a clock that does not jump. */
  now(): number;
  /** Goes on when others have had their turn. */
  later(goOn: () => void): void;
}

/**
 * Sends everybody the update of a tick, two milliseconds at a time, so that whoever places an order meanwhile does not
 * wait for all of them. While a tick is being told there is no next one: a server that cannot keep up gathers more in
 * each.
 */
export class FanOut {
  readonly #clock: FanOutClock;
  #tick = 0;
  #isUnderWay = false;
  /** How long this tick has kept the thread so far. */
  #spentMs = 0;
  /** The audiences whose update has been put together for this tick. */
  readonly #gathered = new Set<Audience>();

  constructor(clock: FanOutClock) {
    this.#clock = clock;
  }

  /**
   * Sends a tick: the update of these audiences, then what those of all listeners who are behind have missed. `done`
   * learns how many milliseconds that took of this thread's time.
   */
  begin(audiences: Iterable<Audience>, listeners: Iterable<Listener>, done: (spentMs: number) => void): void {
    this.#tick += 1;
    this.#isUnderWay = true;
    this.#spentMs = 0;
    this.#goOn(this.#steps([...audiences], listeners), done);
  }

  /** Tells one listener at once what the tick has for it, before it listens to something else. */
  hurry(listener: Listener): void {
    const { audience } = listener;
    if (this.#isUnderWay && audience !== null) this.#tell(listener, this.#updateOf(audience));
    else listener.toldTick = this.#tick;
  }

  #tell(listener: Listener, update: TickUpdate | null): void {
    if (listener.toldTick === this.#tick) return;
    listener.toldTick = this.#tick;
    if (update !== null) listener.tell(update.bytes, update.channels);
  }

  /**
   * What the tick brings an audience: put together when the first of them is told, and kept until all are. Channels say
   * nothing new meanwhile.
   */
  #updateOf(audience: Audience): TickUpdate | null {
    if (!this.#gathered.has(audience)) {
      this.#gathered.add(audience);
      audience.gather();
    }
    return audience.update;
  }

  *#steps(audiences: readonly Audience[], listeners: Iterable<Listener>): Generator<undefined> {
    let told = 0;
    for (const audience of audiences) {
      const update = this.#updateOf(audience);
      if (update === null) continue;
      for (const listener of audience.listeners) {
        this.#tell(listener, update);
        told += 1;
        if (told % listenersAtOnce === 0) yield;
      }
      audience.update = null;
    }
    for (const listener of listeners) {
      if (!listener.isWaiting) continue;
      // That may be a book of each of a hundred markets.
      listener.catchUp();
      yield;
    }
    for (const audience of this.#gathered) audience.update = null;
    this.#gathered.clear();
  }

  #goOn(steps: Generator<undefined>, done: (spentMs: number) => void): void {
    const beganMs = this.#clock.now();
    let spentMs = 0;
    let isDone = false;
    while (!isDone && spentMs < stintMs) {
      isDone = steps.next().done === true;
      spentMs = this.#clock.now() - beganMs;
    }
    this.#spentMs += spentMs;
    if (!isDone) {
      this.#clock.later(() => this.#goOn(steps, done));
      return;
    }
    this.#isUnderWay = false;
    done(this.#spentMs);
  }
}
