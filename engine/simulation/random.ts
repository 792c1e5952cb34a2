/** A seeded source of random numbers (the generator sfc32): the same seed gives the same numbers on every machine. */
export class Random {
  private a: number;
  private b = 0x9e3779b9 | 0;
  private c = 0x243f6a88;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    for (let round = 0; round < 16; round += 1) this.word();
  }

  /** A whole number from `low` to `high`, both included. */
  integer(low: number, high: number): number {
    return low + Math.floor((this.word() / 2 ** 32) * (high - low + 1));
  }

  /** True once in `times` on average. */
  oneIn(times: number): boolean {
    return this.integer(1, times) === 1;
  }

  pick<T>(choices: readonly [T, ...T[]]): T {
    return choices[this.integer(0, choices.length - 1)] ?? choices[0];
  }

  /** One of the items; undefined when there are none. */
  anyOf<T>(items: readonly T[]): T | undefined {
    return items.length === 0 ? undefined : items[this.integer(0, items.length - 1)];
  }

  private word(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (this.c << 21) | (this.c >>> 11);
    this.c = (this.c + sum) | 0;
    return sum >>> 0;
  }
}
