import { Unavailable } from './unavailable.ts';

/** With more failures the cause is probably common to all, and each may have waited for an answer. */
const mostFailures = 10;

/**
 * The work of a round on several things, such as withdrawals: one on which it fails holds back no other. `end` reports
 * the failures, so that the round is repeated after a pause.
 */
export class EachAlone {
  readonly #failures: unknown[] = [];

  /** @throws what makes all the others fail too: an `Unavailable`, or the last of too many failures */
  async attempt(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      this.#failures.push(error);
      if (this.#failures.length === mostFailures) this.end();
    }
  }

  /** @throws the failure, or an AggregateError with several */
  end(): void {
    if (this.#failures.length === 0) return;
    if (this.#failures.length === 1) throw this.#failures[0];
    throw new AggregateError(this.#failures, 'The work failed on several things.');
  }
}
