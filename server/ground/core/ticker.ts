import { largestForwardStepMs, largestStepMs, SteadyClock } from './clock.ts';
import type { TimeSource } from './clock.ts';
import type { Availability } from './availability.ts';
import type { CoreLog } from './log.ts';

export interface TickerParts {
  readonly time: TimeSource;
  readonly availability: Availability;
  readonly log: CoreLog;
  /** The exchange's time, which may be ahead of the wall clock. */
  readonly exchangeTimeMs: () => number;
  /** Sequences a clock command and resolves when it is durable; rejects if all commands are refused. */
  readonly sequenceTick: () => Promise<unknown>;
  /** Called before each tick, and when time is trusted again. */
  readonly onChange: () => void;
}

/**
 * Lets time pass in the exchange once a second, and keeps the exchange closed while the machine's clock is not trusted.
 */
export class Ticker {
  readonly #parts: TickerParts;
  readonly #clock: SteadyClock;
  /** How often the wall clock was set. */
  #steps = 0;
  /** By how much the wall clock is ahead of the trusted time; 0 while it is trusted. */
  #aheadMs = 0;
  #ticking = false;
  #stop: () => void = () => undefined;

  constructor(parts: TickerParts) {
    this.#parts = parts;
    this.#clock = new SteadyClock(parts.time);
  }

  /** Ticks at once and then every second. The time that passed since the last run of the exchange is accepted. */
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
   * The current time. If the wall clock was set by more than `largestStepMs`, the exchange closes until a tick with the
   * new time is durable. If it was set forward by more than `largestForwardStepMs`, the exchange stays closed and time
   * continues as if the clock had not been set, until it is set back.
   */
  read(): number {
    const { wallMs, steppedByMs, sleptMs } = this.#clock.read();
    if (steppedByMs !== 0) this.#stepped(wallMs, steppedByMs, steppedByMs - sleptMs);
    return wallMs - this.#aheadMs;
  }

  /**
   * Sequences a tick, unless the previous one is not durable yet, commits are impossible, or the clock is not trusted.
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
    // A clock that comes close to the journal's time was behind before and is correct now.
    const isTrusted = aheadMs <= largestForwardStepMs || wallMs - exchangeTimeMs() <= largestForwardStepMs;
    this.#aheadMs = isTrusted ? 0 : aheadMs;
    if (isTrusted) {
      availability.close('clock', `The machine's clock was set by ${steppedByMs} ms.`);
      log.warn(
        { steppedByMs, sleptMs: steppedByMs - setByMs },
        'the wall clock was set; the exchange follows with the next tick',
      );
    } else {
      availability.close(
        'clock',
        `The machine's clock was set forward by ${aheadMs} ms, which is too far to be trusted; correct it, or restart the server to accept it.`,
      );
      log.error({ aheadMs }, 'the wall clock was set too far forward; the exchange stays closed until it is corrected');
    }
  }

  async #passTime(): Promise<void> {
    this.#ticking = true;
    try {
      const durable = this.#parts.sequenceTick();
      const steps = this.#steps;
      await durable;
      const wallMs = this.read();
      // If the clock was set after this tick was sequenced, the next tick settles it.
      if (this.#steps === steps) this.#settle(wallMs);
    } catch {
      // The tick was refused because the core is stopping, which is reported elsewhere.
    } finally {
      this.#ticking = false;
    }
  }

  /** Trusts the time again, unless the wall clock is behind the journal. */
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
