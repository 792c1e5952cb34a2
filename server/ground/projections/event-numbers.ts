/** Numbers the events of a command that add rows to a table, so that rows of one sequence differ in their keys. */
export class EventNumbers {
  readonly #counts = new Map<string, number>();
  #sequence = 0;

  /** The next number in this sequence, from 1; rows with different keys are numbered by themselves. */
  next(sequence: number, key = ''): number {
    if (sequence !== this.#sequence) this.#counts.clear();
    this.#sequence = sequence;
    const n = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, n);
    return n;
  }
}
