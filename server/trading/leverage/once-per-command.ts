/**
 * Values that are derived from all positions of a user, each computed at its first use after a command: a list of a
 * hundred positions needs the same account a hundred times.
 */
export class OncePerCommand<Value> {
  readonly #values = new Map<string, Value>();
  #sequence = -1;

  /** The value of a key as of this sequence. */
  get(sequence: number, key: string, compute: () => Value): Value {
    if (sequence !== this.#sequence) this.forget();
    this.#sequence = sequence;
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = compute();
    this.#values.set(key, value);
    return value;
  }

  /** Forgets all values, because an event of the same command has changed what they are derived from. */
  forget(): void {
    this.#values.clear();
  }
}
