import { million } from '../money.ts';

/** The highest share of an agent, in parts per million: half of the fees. */
export const highestSharePpm = 500_000;

const dayMs = 86_400_000;

/** The UTC day that contains a time, counted in days since 1970. */
export function dayOf(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}

/** The first millisecond of a UTC day. */
export function startOfDay(day: number): number {
  return day * dayMs;
}

/** A share of fees in whole units of the currency, and the fraction that is left, in millionths of a unit. */
interface Share {
  readonly earned: number;
  readonly carry: number;
}

/** The share of fees and of a carried fraction, rounded down. In `bigint`, because their product may not be safe. */
export function shareOf(fees: number, sharePpm: number, carry: number): Share {
  const whole = BigInt(fees) * BigInt(sharePpm) + BigInt(carry);
  return { earned: Number(whole / BigInt(million)), carry: Number(whole % BigInt(million)) };
}
