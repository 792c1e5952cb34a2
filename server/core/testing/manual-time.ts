import type { TimeSource } from '../index.ts';

/** A machine's clocks, turned by hand. */
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

  /** Time passes honestly. */
  pass(ms: number): void {
    this.#wallMs += ms;
    this.#monotonicMs += ms;
  }

  /** The machine sleeps, and its monotonic clock with it. */
  sleep(ms: number): void {
    this.#wallMs += ms;
    this.#sleptMs += ms;
  }

  /** Somebody sets the wall clock. */
  set(byMs: number): void {
    this.#wallMs += byMs;
  }

  /** The second is over. */
  tick(): void {
    for (const tick of this.#ticks) tick();
  }
}
