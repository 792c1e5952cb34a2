import { asAmount, million, mulDivCeil } from '../money.ts';
import { dayMs } from './daily-counts.ts';
import type { Amount } from '../money.ts';

/** A longer time between two commands is a stop of the exchange: its clock sends one each second. */
export const longestGapMs = 10_000;
/** The least time that the window of an escrow has left after a withdrawn appeal. */
const leastAfterAppealMs = 3_600_000;
/** So many cancels and timeouts on a UTC day block buying for the rest of it. */
export const cancelsPerDay = 3;

/** The venue's share of an amount: ⌈amount × feePpm ÷ 10⁶⌉. */
export function escrowFee(amount: Amount, feePpm: number): Amount {
  return asAmount(mulDivCeil(amount, feePpm, million));
}

/** The end of the window of a delayed escrow. It begins at the end of the paid one's. */
export function silenceAt({ dueAtMs, autoMs }: { readonly dueAtMs: number; readonly autoMs: number }): number {
  return dueAtMs + autoMs;
}

/** The end of the window that continues when an appeal is withdrawn. All times are open time. */
export function dueAfterAppeal(dueAtMs: number, nowMs: number): number {
  return Math.max(dueAtMs, nowMs + leastAfterAppealMs);
}

/** How much open time is left before an escrow that is paid can be appealed; 0 if it can. */
export function appealWaitMs(
  { paidAtMs, appealMs }: { readonly paidAtMs: number | null; readonly appealMs: number },
  nowMs: number,
): number {
  return paidAtMs === null ? 0 : Math.max(0, paidAtMs + appealMs - nowMs);
}

/** The start of the next UTC day. */
export function nextDayMs(timeMs: number): number {
  return (Math.floor(timeMs / dayMs) + 1) * dayMs;
}
