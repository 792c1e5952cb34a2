import type { Audience, Listener, TickUpdate } from './audience.ts';

/** Milliseconds of sending before other work gets a turn of the event loop. */
const sliceMs = 2;

/** Number of clients written to between two readings of the clock. */
const listenersAtOnce = 8;

export interface FanOutClock {
  /** The time of a monotonic clock in milliseconds. */
  now(): number;
  /** Calls `resume` in a later turn of the event loop. */
  later(resume: () => void): void;
}

/**
 * Sends the updates of a tick to all clients in slices of two milliseconds, so that an order placed meanwhile does not
 * wait for all of them. The next tick begins only when this one is complete: an overloaded server gathers more changes
 * per tick.
 */
export class FanOut {
  readonly #clock: FanOutClock;
  #tick = 0;
  #isSending = false;
  /** Time spent on this tick so far. */
  #spentMs = 0;
  /** The audiences whose update is already concatenated in this tick. */
  readonly #gathered = new Set<Audience>();

  constructor(clock: FanOutClock) {
    this.#clock = clock;
  }

  /**
   * Starts a tick: sends the update of these audiences, then lets clients that are behind catch up. `done` receives the
   * milliseconds of this thread's time that it took.
   */
  begin(audiences: Iterable<Audience>, listeners: Iterable<Listener>, done: (spentMs: number) => void): void {
    this.#tick += 1;
    this.#isSending = true;
    this.#spentMs = 0;
    this.#continue(this.#steps([...audiences], listeners), done);
  }

  /** Sends a client its update of the current tick at once, before its subscriptions change. */
  sendNow(listener: Listener): void {
    const { audience } = listener;
    if (this.#isSending && audience !== null) this.#sendUpdate(listener, this.#updateOf(audience));
    else listener.sentTick = this.#tick;
  }

  #sendUpdate(listener: Listener, update: TickUpdate | null): void {
    if (listener.sentTick === this.#tick) return;
    listener.sentTick = this.#tick;
    if (update !== null) listener.sendUpdate(update.bytes, update.channels);
  }

  /**
   * The update of an audience in this tick, concatenated for its first client. Channels publish nothing new until the
   * tick is complete.
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
        this.#sendUpdate(listener, update);
        told += 1;
        if (told % listenersAtOnce === 0) yield;
      }
      audience.update = null;
    }
    for (const listener of listeners) {
      if (!listener.isWaiting) continue;
      // A single client may need the books of a hundred markets, so the clock is read after each.
      listener.catchUp();
      yield;
    }
    for (const audience of this.#gathered) audience.update = null;
    this.#gathered.clear();
  }

  #continue(steps: Generator<undefined>, done: (spentMs: number) => void): void {
    const beganMs = this.#clock.now();
    let spentMs = 0;
    let isDone = false;
    while (!isDone && spentMs < sliceMs) {
      isDone = steps.next().done === true;
      spentMs = this.#clock.now() - beganMs;
    }
    this.#spentMs += spentMs;
    if (!isDone) {
      this.#clock.later(() => this.#continue(steps, done));
      return;
    }
    this.#isSending = false;
    done(this.#spentMs);
  }
}
