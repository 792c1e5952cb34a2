import type { TimeSource } from '../index.ts';

/** The clocks of a machine, moved by the test. */
export class ManualTime implements TimeSource {
  #wallMs: number;
  #monotonicMs = 0;
  #sleptMs = 0;
  readonly #ticks = new Set<() => void>();

  constructor(wallMs = 1_700_000_040_000) {
    this.#wallMs = wallMs;
  }

  wallMs(): number {
    return this.#wallMs;
  }

  monotonicMs(): number {
    return this.#monotonicMs;
  }

  uptimeMs(): number {
    return this.#monotonicMs + this.#sleptMs;
  }

  everySecond(tick: () => void): () => void {
    this.#ticks.add(tick);
    return () => {
      this.#ticks.delete(tick);
    };
  }

  /** Advances all clocks. */
  pass(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }

  /** Lets the machine sleep: the monotonic clock pauses. */
  sleep(ms: number): void {
    this.#wallMs += ms;
    this.#sleptMs += ms;
  }

  /** Sets the wall clock forward, or back if negative. */
  set(byMs: number): void {
    this.#wallMs += byMs;
  }

  /** Fires the tick of a second. */
  tick(): void {
    for (const tick of this.#ticks) tick();
  }
}
