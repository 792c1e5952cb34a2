/** So many stretches of consecutive numbers are kept. */
const most = 1024;

/** Used numbers as a set. With more stretches than are kept, the numbers between the two lowest count as used. */
export class NaiveNumbers {
  private readonly used = new Set<number>();
  private stretches = 0;
  private lowest = Infinity;

  has(n: number): boolean {
    return this.used.has(n);
  }

  add(n: number): void {
    this.stretches += 1 - Number(this.used.has(n - 1)) - Number(this.used.has(n + 1));
    this.used.add(n);
    this.lowest = Math.min(this.lowest, n);
    if (this.stretches <= most) return;
    let next = this.lowest;
    while (this.used.has(next)) next += 1;
    for (; !this.used.has(next); next += 1) this.used.add(next);
    this.stretches -= 1;
  }
}
