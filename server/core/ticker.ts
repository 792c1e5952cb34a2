import { largestForwardStepMs, largestStepMs, SteadyClock } from './clock.ts';
import type { TimeSource } from './clock.ts';
import type { Availability } from './availability.ts';
import type { CoreLog } from './log.ts';

export interface TickerParts {
  readonly time: TimeSource;
  readonly availability: Availability;
  readonly log: CoreLog;
  /** The exchange's time, which the wall clock may be behind. */
  readonly exchangeTimeMs: () => number;
  /** Sequences a clock command and resolves when it is durable; rejects when it was refused with everything else. */
  readonly sequenceTick: () => Promise<unknown>;
  /** Called before each tick, and when time is trusted again. */
  readonly onChange: () => void;
}

/**
 * Lets time pass in the exchange once a second, and keeps the exchange closed while the machine's clock is not to be
 * trusted.
 */
export class Ticker {
  readonly #parts: TickerParts;
  readonly #clock: SteadyClock;
  /** How often the wall clock was set. */
  #steps = 0;
  /** By how much the wall clock was set forward without being believed; 0 when it is believed. */
  #aheadMs = 0;
  #ticking = false;
  #stop: () => void = () => undefined;

  constructor(parts: TickerParts) {
    this.#parts = parts;
    this.#clock = new SteadyClock(parts.time);
  }

  /** Ticks at once and then every second. The time that passed since the last run is taken as it is. */
  start(): void {
    this.#settle(this.read());
    this.tick();
    this.#stop = this.#parts.time.everySecond(() => {
      this.tick();
    });
  }

  stop(): void {
    this.#stop();
  }

  /**
   * The time to go by. When the wall clock was set by more than is honest, the exchange closes until a tick has carried
   * the exchange over; when it was set further forward than is believed, they stay shut and time goes on as if it had
   * not been set, until it goes back.
   */
  read(): number {
    const { wallMs, steppedByMs, sleptMs } = this.#clock.read();
    if (steppedByMs !== 0) this.#stepped(wallMs, steppedByMs, steppedByMs - sleptMs);
    return wallMs - this.#aheadMs;
  }

  /**
   * Lets time pass, unless the tick before is not durable yet, nothing can be committed, or the time is not believed.
   */
  tick(): void {
    this.read();
    this.#parts.onChange();
    if (!this.#ticking && this.#aheadMs === 0 && !this.#parts.availability.isClosedBy('database'))
      void this.#passTime();
  }

  #stepped(wallMs: number, steppedByMs: number, setByMs: number): void {
    const { availability, log, exchangeTimeMs } = this.#parts;
    this.#steps += 1;
    const aheadMs = this.#aheadMs + setByMs;
    // A clock that comes back to where the journal is was behind before, and is right now.
    const believed = aheadMs <= largestForwardStepMs || wallMs - exchangeTimeMs() <= largestForwardStepMs;
    this.#aheadMs = believed ? 0 : aheadMs;
    if (believed) {
      availability.close('clock', `The machine's clock was set by ${steppedByMs} ms.`);
      log.warn({ steppedByMs, sleptMs: steppedByMs - setByMs }, 'the wall clock was set; time is carried over');
    } else {
      availability.close(
        'clock',
        `The machine's clock was set forward by ${aheadMs} ms, which is not believed; set it right, or start the server again to accept it.`,
      );
      log.error({ aheadMs }, 'the wall clock was set too far forward; the exchange stays closed until it is set right');
    }
  }

  async #passTime(): Promise<void> {
    this.#ticking = true;
    try {
      const durable = this.#parts.sequenceTick();
      const steps = this.#steps;
      await durable;
      const wallMs = this.read();
      // A clock set after the tick was sequenced waits for the next one.
      if (this.#steps === steps) this.#settle(wallMs);
    } catch {
      // The tick was refused with everything else; whoever stops the exchange says why.
    } finally {
      this.#ticking = false;
    }
  }

  /** Time is trusted again, unless the wall clock is behind what the journal has already seen. */
  #settle(wallMs: number): void {
    const behindMs = this.#parts.exchangeTimeMs() - wallMs;
    if (behindMs > largestStepMs) {
      this.#parts.availability.close('clock', `The machine's clock is ${behindMs} ms behind the exchange's time.`);
    } else {
      this.#parts.availability.reopen('clock');
    }
    this.#parts.onChange();
  }
}
