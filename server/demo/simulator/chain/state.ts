/** A value by name with the values that a block replaced, so that the block can be undone. */
export type Changes = ReadonlyMap<string, bigint>;

/** The balances and nonces of a chain at its head. Absent values are 0. */
export class ChainState {
  readonly #values: Map<string, bigint>;
  #changes = new Map<string, bigint>();

  constructor(values: Iterable<readonly [string, bigint]> = []) {
    this.#values = new Map(values);
  }

  entries(): Iterable<readonly [string, bigint]> {
    return this.#values.entries();
  }

  read(name: string): bigint {
    return this.#values.get(name) ?? 0n;
  }

  /** A value before the given blocks were mined; the newest of them comes first. */
  readBefore(name: string, undone: Iterable<Changes>): bigint {
    let value = this.read(name);
    for (const changes of undone) value = changes.get(name) ?? value;
    return value;
  }

  write(name: string, value: bigint): void {
    if (!this.#changes.has(name)) this.#changes.set(name, this.read(name));
    this.#put(name, value);
  }

  /** Ends a block and returns the values that it replaced. */
  seal(): Changes {
    const changes = this.#changes;
    this.#changes = new Map();
    return changes;
  }

  /** Takes a block back, and returns the values with which the same call does it again. */
  undo(changes: Changes): Changes {
    const undone = new Map<string, bigint>();
    for (const [name, value] of changes) {
      undone.set(name, this.read(name));
      this.#put(name, value);
    }
    return undone;
  }

  #put(name: string, value: bigint): void {
    if (value === 0n) this.#values.delete(name);
    else this.#values.set(name, value);
  }
}

/** `asset` is `''` for the coin; addresses are in lower case. */
export function balanceName(asset: string, address: string): string {
  return `${asset.toLowerCase()}/${address.toLowerCase()}`;
}

export function nonceName(address: string): string {
  return `nonce/${address.toLowerCase()}`;
}
