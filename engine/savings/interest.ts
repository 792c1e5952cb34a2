import { asAmount, million, mulDivFloor } from '../money.ts';
import type { Amount } from '../money.ts';

export const dayMs = 86_400_000;
/** Minimum time between lock and redemption. */
const redeemableAfterMs = dayMs;
const daysOfYear = 365;

/** The inputs of the interest: principal in smallest units, rate in parts per million per year, term in days. */
export interface InterestTerms {
  readonly amount: Amount;
  readonly ratePpm: number;
  readonly days: number;
}

/**
 * The interest for the first `dayCount` days of a deposit, in smallest units: simple, actual/365, rounded down: I(d) =
 * ⌊amount × ratePpm × d / (365 × 10⁶)⌋, with d at most the term. Day d adds I(d) − I(d − 1), so the days sum to the
 * interest for the term, and nothing has to be stored daily or caught up after downtime.
 */
export function accruedInterest({ amount, ratePpm, days }: InterestTerms, dayCount: number): Amount {
  return asAmount(mulDivFloor(amount, ratePpm * Math.min(dayCount, days), daysOfYear * million));
}

/**
 * The number of whole days for which a deposit has earned interest: 0 until a day after its start, at most its term.
 */
export function daysAccrued(
  { startsAtMs, days }: { readonly startsAtMs: number; readonly days: number },
  timeMs: number,
): number {
  return Math.min(days, Math.max(0, Math.floor((timeMs - startsAtMs) / dayMs)));
}

/** The dates of a deposit locked at this time: interest starts at the next 00:00 UTC. */
export function datesOf(lockedAtMs: number, days: number) {
  const startsAtMs = lockedAtMs - (lockedAtMs % dayMs) + dayMs;
  return {
    lockedAtMs,
    startsAtMs,
    maturesAtMs: startsAtMs + days * dayMs,
    redeemableAtMs: lockedAtMs + redeemableAfterMs,
  };
}
