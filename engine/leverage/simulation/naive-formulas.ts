import type { LeverTerms } from '../commands.ts';

const million = 1_000_000n;
export const largest = 2n ** 53n - 1n;

export function least(...values: readonly bigint[]): bigint {
  return values.reduce((one, other) => (other < one ? other : one));
}

export function greatest(...values: readonly bigint[]): bigint {
  return values.reduce((one, other) => (other > one ? other : one));
}

/** At most 2^53 − 1 either way. */
export function limited(value: bigint): bigint {
  return greatest(-largest, least(largest, value));
}

/** ⌊a ÷ b⌋ and ⌈a ÷ b⌉ for a positive b. */
export function floor(a: bigint, b: bigint): bigint {
  return a >= 0n ? a / b : -((-a + b - 1n) / b);
}

export function ceil(a: bigint, b: bigint): bigint {
  return -floor(-a, b);
}

export function opening(side: string, mark: bigint, spreadPpm: number): bigint {
  const spread = BigInt(spreadPpm);
  return side === 'long' ? ceil(mark * (million + spread), million) : floor(mark * (million - spread), million);
}

/** Whether an entrust opens at this mark: at its price or a better one. */
export function isEntrustMet(side: string, mark: bigint, target: number, spreadPpm: number): boolean {
  const price = opening(side, mark, spreadPpm);
  return side === 'long' ? price <= BigInt(target) : price >= BigInt(target);
}

export function partOf(amount: bigint, ppm: number): bigint {
  return ceil(amount * BigInt(ppm), million);
}

/** The sum over every unit of the amount, each in its tier, of half of its margin; rounded up. */
export function maintenance({ tiers, multiples }: LeverTerms, before: bigint, amount: bigint): bigint {
  const highest = BigInt(Math.max(...multiples));
  // A common denominator of all tiers.
  const common = tiers.reduce((product, { multiple }) => product * 2n * least(BigInt(multiple), highest), 1n);
  let sum = 0n;
  let low = 0n;
  for (const { limit, multiple } of tiers) {
    const high = BigInt(limit);
    const part = least(high, before + amount) - greatest(low, before);
    if (part > 0n) sum += part * (common / (2n * least(BigInt(multiple), highest)));
    low = high;
  }
  return ceil(sum, common);
}
