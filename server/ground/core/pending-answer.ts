import { CoreRefusal } from './core.ts';
import type { Committed, CoreRefusalKey } from './core.ts';

/** The answer that a caller of `submit` awaits. It is settled once; later calls are ignored. */
export class PendingAnswer {
  readonly promise: Promise<Committed>;
  /** The deadline in milliseconds of the monotonic clock. */
  readonly deadlineMs: number;
  readonly #resolve: (result: Committed) => void;
  readonly #reject: (refusal: CoreRefusal) => void;
  #given = false;

  constructor(deadlineMs: number) {
    const { promise, resolve, reject } = Promise.withResolvers<Committed>();
    this.promise = promise;
    this.deadlineMs = deadlineMs;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  get given(): boolean {
    return this.#given;
  }

  give(result: Committed): void {
    this.#given = true;
    this.#resolve(result);
  }

  refuse(key: CoreRefusalKey): void {
    if (this.#given) return;
    this.#given = true;
    this.#reject(new CoreRefusal(key));
  }
}
