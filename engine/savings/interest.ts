import { million, mulDivFloor } from '../money.ts';
import type { Amount } from '../money.ts';

export const dayMs = 86_400_000;
/** From the lock until a deposit may be redeemed. */
const redeemableAfterMs = dayMs;
const daysOfYear = 365;

/** What interest depends on: principal in smallest units, parts per million a year, and the term in days. */
export interface InterestTerms {
  readonly amount: Amount;
  readonly ratePpm: number;
  readonly days: number;
}

/**
 * The interest of the first `dayCount` days of a deposit, in smallest units: simple, actual/365, rounded down: I(d) =
 * ⌊amount × ratePpm × d / (365 × 10⁶)⌋, with d at most the term. Day d adds I(d) − I(d − 1), so that the days sum to
 * the interest of the term, and nothing has to be stored or made up after downtime.
 */
export function accruedInterest({ amount, ratePpm, days }: InterestTerms, dayCount: number): Amount {
  return mulDivFloor(amount, ratePpm * Math.min(dayCount, days), daysOfYear * million) as Amount;
}

/**
 * How many whole days of interest a deposit has earned at this time: 0 until a day after it started, at most its term.
 */
export function daysAccrued(
  { startsAtMs, days }: { readonly startsAtMs: number; readonly days: number },
  timeMs: number,
): number {
  return Math.min(days, Math.max(0, Math.floor((timeMs - startsAtMs) / dayMs)));
}

/** The times of a deposit that is locked now: interest starts at the next 00:00 UTC. */
export function datesOf(lockedAtMs: number, days: number) {
  const startsAtMs = lockedAtMs - (lockedAtMs % dayMs) + dayMs;
  return {
    lockedAtMs,
    startsAtMs,
    maturesAtMs: startsAtMs + days * dayMs,
    redeemableAtMs: lockedAtMs + redeemableAfterMs,
  };
}
